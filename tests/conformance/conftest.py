import pytest
from tests.conformance.variants import VARIANTS


@pytest.fixture(params=VARIANTS, ids=str)
def rules(request):
    """Every game with its default options, and as every preset has it."""
    return request.param
