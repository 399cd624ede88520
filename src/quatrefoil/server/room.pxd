# Nothing is typed: it is compiled as it stands.
