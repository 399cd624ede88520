"""HTTP requests at random: each is answered, never by a 500, and nobody else notices."""

import json
from collections import Counter

from attack_tools import (
    bystanders,
    complaints,
    http_answer,
    http_request,
    new_duel,
    note,
    scale,
    serving,
    whole_logs,
)
from fuzzing import mutated, sample, seeded, spoilt, written

import quatrefoil
from quatrefoil.core.tree import Tree
from quatrefoil.match.messages import MESSAGES
from quatrefoil.match.schema import Form, Object
from quatrefoil.server.endpoints import ENDPOINTS

#: Requests about one match, before the next is made.
A_MATCH = 200
METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW", "get"]
HEADERS = [
    "Content-Encoding: gzip",
    "Content-Type: text/plain",
    "Content-Type: \xff",
    "Accept-Encoding: gzip, \xff;q=x",
    "Range: bytes=0-1,5-,-9",
    "If-None-Match: \xff\x80",
    "Expect: 100-continue",
    "Authorization: Bearer",
    "Authorization: Bearer \xff\x80",
    "Authorization: Basic x",
    "Authorization: Bearer " + "x" * 200,
    "Origin: http://[",
    "Origin: null",
    "X-Forwarded-For: \xff, 1.2.3.4, ::::",
    "X-Forwarded-For: [::1]:9, \x80, 999.1.1.1, " + "1, " * 500,
    "X-Forwarded-Proto: gopher",
    "X-Forwarded-Host: [",
    'Forwarded: for="[";host=\xff',
    "Cookie: " + "a=b; " * 500,
    "Upgrade: h2c",
    "Upgrade: websocket",
    "X-Odd: \x80\x9b\xff",
    *("".join(f"X-{number}: y\r\n" for number in range(count)) + "X: y" for count in (90, 300)),
]
HOSTS = ["localhost", "[", "[::1]:8", "a b", "\xe9\xff", "x:99999999", "a@b", "", "x" * 3000]
PATHS = ["/", "//", "/..", "/%2e%2e/%2e%2e/etc/passwd", "/%", "/%zz", "/%00", "/%ed%a0%80", "*"]
PATHS += ["/static/../server/serve.py", "/games/x", "/m/x", "/api/", "/healthz", "http://x/"]


class Fuzzer:
    """Builds requests, sends them, and counts the answers."""

    def __init__(self, server, rng):
        self.server = server
        self.rng = rng
        self.statuses = Counter()
        #: Requests that the server failed, or left without an answer.
        self.faults = []

    def enter_match(self):
        """Make a match; what some requests are made of is about it."""
        game = self.rng.choice(["trickle", "blinq", "trifoil"])
        self.match, *self.secrets = new_duel(self.server, game)
        rules = quatrefoil.rules(game)
        start = rules.start()
        token = self.rng.choice(start.legal_tokens())
        self.words = ["x", "Ada", game, game, token, "players", "size", "http://localhost/m"]
        record = quatrefoil.Record(rules, (token,), tags={"red": "Ada"})
        tree = Tree.of(record).to_json()
        self.objects = [start.to_json(), record.to_json(), tree, {}]
        made = self.server.ask("/api/studies", {"tree": tree})
        self.study = made["id"]
        self.secrets.append(made["secret"])

    def request(self):
        """Return the bytes of a request that may mean something."""
        rng = self.rng
        endpoint = rng.choice(ENDPOINTS)
        match = self.match if rng.random() < 0.8 else rng.choice(["x", "A" * 16, "%00" * 16, "é"])
        study = self.study if match == self.match else match
        path = endpoint.path.replace("{match}", match).replace("{study}", study)
        method = endpoint.method
        if rng.random() < 0.05:
            path = rng.choice(PATHS)
        if rng.random() < 0.05:
            method = rng.choice(METHODS)
        if endpoint.query:
            query = mutated(sample(endpoint.query, rng), rng)
            if isinstance(query, dict):
                query.pop("wait", None)  # an answer that waits for half a minute tells nothing
                path += "?" + "&".join(f"{quoted(key)}={quoted(query[key])}" for key in query)
        headers = [rng.choice(HEADERS) for _ in range(rng.choice([0, 0, 0, 1, 3]))]
        if rng.random() < 0.6:
            headers.append(f"Authorization: Bearer {rng.choice(self.secrets)}")
        body = self.body(endpoint.body) if endpoint.body or rng.random() < 0.02 else None
        host = rng.choice(HOSTS) if rng.random() < 0.05 else "localhost"
        return http_request(path, body, *headers, method=method, host=host)

    def body(self, form):
        rng = self.rng
        if isinstance(form, Form):
            data = sample(form, rng, self.words)
            for key in data:
                if key in ("position", "record", "tree", "base") and rng.random() < 0.8:
                    data[key] = rng.choice(self.objects)
            if "level" in data:
                data["level"] = 1  # the computer's time is another attack
            data = mutated(data, rng)
            if isinstance(data, dict) and isinstance(data.get("level"), int):
                data["level"] = min(data["level"], 1)
        elif isinstance(form, Object):
            data = mutated(rng.choice(self.objects), rng)
        else:
            verb = rng.choice(list(MESSAGES))
            data = mutated({"do": verb, "id": "x", **sample(MESSAGES[verb], rng, self.words)}, rng)
        return written(data, rng, torn=0.05)

    def ask(self):
        request, torn = self.request(), False
        if self.rng.random() < 0.1:
            request, torn = spoilt(request, self.rng), True
        if self.rng.random() < 0.05:
            request, torn = request[: self.rng.randrange(len(request))], True
        status, heard = http_answer(self.server, request, timeout=30, half_close=torn)
        self.statuses[status] += 1
        if status >= 500 or not (status or torn):
            self.faults.append((status, request))
        if status >= 400 and b"application/json" in heard:
            assert json.loads(heard.rpartition(b"\r\n\r\n")[2] or b"{}").get("ok", False) is False


def quoted(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass")[:300])


def test_fuzzed_requests_disturb_nobody(tmp_path):
    rng = seeded()
    wanted = scale(600, 100_000)
    # What proxies forward is read too.
    options = ("--unlimited", "--log-level", "warning", "--trusted-proxies", "127.0.0.1")
    with serving(tmp_path, *options) as server:
        fuzzer = Fuzzer(server, rng)
        with bystanders(server) as others:
            for number in range(wanted):
                if number % A_MATCH == 0:
                    fuzzer.enter_match()
                fuzzer.ask()
        note("fuzzed requests, by status", dict(sorted(fuzzer.statuses.items())))
        note("fuzzed requests: bystanders' p99 in ms", round(others.p99, 1))
        assert fuzzer.faults == []
        assert others.saw_nothing()
        assert complaints(server) == []
        assert server.process.poll() is None
        assert fuzzer.statuses[200] > wanted / 20
        assert fuzzer.statuses[400] > wanted / 20
    assert whole_logs(server.database)
