"""The OpenAPI description is true: schemathesis asks everything that it allows, and more."""

import os

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from live_tools import start_server
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from quatrefoil.server.openapi import openapi

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
SCHEMA = schemathesis.openapi.from_dict(openapi("test"))
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = start_server(tmp_path_factory.mktemp("schema"))
    yield found
    found.stop()


@SCHEMA.parametrize()
@settings(
    max_examples=300 if THOROUGH else 25,
    suppress_health_check=list(HealthCheck),
    deadline=None,
)
def test_no_request_breaks_the_server(case, server):
    response = case.call(base_url=f"http://127.0.0.1:{server.port}")
    case.validate_response(response, checks=CHECKS)
