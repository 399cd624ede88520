"""The package shows what it means to show."""

from types import ModuleType

import quatrefoil


def test_all_is_exact():
    public = {
        name
        for name, value in vars(quatrefoil).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert public == set(quatrefoil.__all__)


def test_all_is_in_order():
    constants = [name for name in quatrefoil.__all__ if name.isupper()]
    classes = [name for name in quatrefoil.__all__ if name[0].isupper() and not name.isupper()]
    functions = [name for name in quatrefoil.__all__ if name.islower()]
    assert quatrefoil.__all__ == sorted(constants) + sorted(classes) + sorted(functions)


def test_everything_public_is_documented():
    for name in quatrefoil.__all__:
        value = getattr(quatrefoil, name)
        assert isinstance(value, int) or value.__doc__, name


def test_the_version_is_the_installed_one():
    from importlib.metadata import version

    assert version("quatrefoil") == quatrefoil.__version__
