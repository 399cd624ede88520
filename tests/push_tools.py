"""Push services and devices for tests: a certificate that only tests trust, and keys."""

import base64
import datetime
import ipaddress
import json
import os
import socket
import ssl
import threading
from contextlib import suppress

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

OK = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


def new_authority(folder):
    """Return a file: a certificate for this machine, by an authority that nobody else trusts."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A push service for tests")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName(
                [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
            ),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "service.pem"
    pem = serialization.Encoding.PEM
    kind = serialization.PrivateFormat.PKCS8
    file.write_bytes(
        key.private_bytes(pem, kind, serialization.NoEncryption()) + certificate.public_bytes(pem)
    )
    return file


class Device:
    """A browser that wants to be told."""

    def __init__(self, endpoint):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        kind = serialization.PublicFormat.UncompressedPoint
        point = self.key.public_key().public_bytes(serialization.Encoding.X962, kind)
        self.body = {"endpoint": endpoint, "p256dh": _base64(point), "auth": _base64(self.auth)}

    def read(self, body):
        kind = {"private_key": self.key, "auth_secret": self.auth, "version": "aes128gcm"}
        return json.loads(http_ece.decrypt(body, **kind))


def _base64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class HostileService:
    """A push service that answers every message in the way that its address begins with."""

    def __init__(self, certificate):
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate)
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=500)
        self.url = f"https://127.0.0.1:{self._listening.getsockname()[1]}"
        self.asked = []
        self._closed = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with suppress(OSError):
            while True:
                wire = self._listening.accept()[0]
                threading.Thread(target=self._serve, args=(wire,), daemon=True).start()

    def _serve(self, plain):
        with suppress(OSError), self._context.wrap_socket(plain, server_side=True) as wire:
            how = _read_request(wire).decode().strip("/").split("/")[0]
            self.asked.append(how)
            getattr(self, how)(wire)

    def good(self, wire):
        wire.sendall(OK)

    def hanging(self, wire):
        self._closed.wait(60)

    def open(self, wire):
        wire.sendall(OK)
        self._closed.wait(60)

    def streaming(self, wire):
        wire.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            wire.sendall(bytes(1 << 16))

    def continuing(self, wire):
        many = b"HTTP/1.1 100 Continue\r\n\r\n" * 1000
        while True:
            wire.sendall(many)

    def close(self):
        self._closed.set()
        self._listening.close()


def _read_request(wire):
    """Read a whole request, or the answer may be lost when it is closed; return its address."""
    with wire.makefile("rb") as reader:
        address, length = reader.readline().split(b" ")[1], 0
        while (line := reader.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        reader.read(length)
    return address
