"""What stands for Mux's API: it knows every asset that it is asked for, and takes every address."""

import http.server
import itertools
import json
import threading


class Answers(http.server.BaseHTTPRequestHandler):
    numbers = itertools.count(2)

    def log_message(self, *_):
        pass

    def reply(self, status, value=None):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @staticmethod
    def asset(name, passthrough=None):
        asset = {
            "id": name,
            "status": "preparing",
            "created_at": 1767225600,
            "master_access": "none",
            "max_resolution_tier": "1080p",
            "playback_ids": [{"id": f"{name}-signed", "policy": "signed"}],
        }
        return {"data": asset | ({"passthrough": passthrough} if passthrough else {})}

    def do_GET(self):
        self.reply(200, self.asset(self.path.rsplit("/", 1)[1]))

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        self.reply(201, self.asset(f"asset-{next(self.numbers)}", asked.get("passthrough")))

    def do_DELETE(self):
        self.reply(204)

    do_PUT = do_POST
    do_PATCH = do_POST


class Mux:
    """Listens on a port of its own for as long as the tests run."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.settings = {
            "STORYTIME_MUX_TOKEN_ID": "id",
            "STORYTIME_MUX_TOKEN_SECRET": "secret",
            "STORYTIME_MUX_BASE_URL": f"http://127.0.0.1:{self.server.server_port}",
        }
        return self

    def __exit__(self, *_):
        self.server.shutdown()
