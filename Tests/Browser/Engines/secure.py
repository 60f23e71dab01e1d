"""A proxy that does TLS, as one in front of a library on the Internet does, with a certificate for this machine alone."""

import http.client
import ssl
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlparse


@contextmanager
def behind_tls(storytime, folder):
    """Starts a library behind such a proxy; the address at which people come to it."""
    backend = urlparse(storytime.address).netloc
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"backend": backend}))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(folder))
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    address = f"https://127.0.0.1:{server.server_port}"
    storytime.environment |= {"STORYTIME_PUBLIC_URL": address, "STORYTIME_TRUSTED_PROXY": "127.0.0.1"}
    threading.Thread(target=server.serve_forever, daemon=True).start()
    storytime.start()
    try:
        yield address
    finally:
        server.shutdown()
        server.server_close()
        storytime.stop()


def certificate(folder):
    """A certificate of a day and its key."""
    files = folder / "certificate.pem", folder / "key.pem"
    name = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *name, "-out", files[0], "-keyout", files[1]]
    subprocess.run(command, check=True, capture_output=True)
    return files


class Handler(BaseHTTPRequestHandler):
    """Passes each request on, and the answer back."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        connection = http.client.HTTPConnection(self.backend)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        connection.request(self.command, self.path, body or None, headers | {"X-Forwarded-Proto": "https", "X-Forwarded-For": self.client_address[0]})
        answer = connection.getresponse()
        content = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "content-length", "transfer-encoding", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        connection.close()

    do_POST = do_GET
