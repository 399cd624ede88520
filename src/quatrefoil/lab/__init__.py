"""Research: measuring so far."""
