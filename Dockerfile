# A server in a container:
#
#   docker compose -f deploy/compose.yaml up -d --build
#
# docs/hosting.md says what it may do there, and how to run it by hand. It has what SQLite and
# PostgreSQL need; a `--database` of yours comes after ours and is the one that counts.

FROM python:3.11-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
WORKDIR /source
COPY pyproject.toml setup.py README.md LICENSE ./
COPY requirements requirements
COPY src src
RUN pip install --no-cache-dir --require-hashes -r requirements/host.txt \
    && QUATREFOIL_REQUIRE_COMPILED=1 \
    pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.11-slim
COPY --from=build /wheels /wheels
COPY requirements/host.txt /wheels
RUN pip install --no-cache-dir --require-hashes -r /wheels/host.txt \
    && pip install --no-cache-dir --no-deps /wheels/*.whl \
    && rm -rf /wheels \
    && useradd --system --create-home quatrefoil \
    && mkdir /data && chown quatrefoil /data
USER quatrefoil
VOLUME /data
EXPOSE 8080
HEALTHCHECK CMD ["python", "-c", \
    "import urllib.request as u; u.urlopen('http://127.0.0.1:8080/livez', timeout=2)"]
ENTRYPOINT ["quatrefoil", "serve", "--host", "0.0.0.0", "--port", "8080", \
    "--database", "/data/quatrefoil.db"]
