"""A service that speaks OpenAI's chat API: it streams what tests tell it to say, or refuses."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ChatModel:
    """`say` makes the answer to the last message of a conversation; `refuses` is a status that it gives instead."""

    def __init__(self):
        self.asked = []  # what it was sent, each time
        self.say = lambda text: ["A large ", "room", "."]
        self.refuses = None
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (ChatHandler,), {"model": self}))
        self.address = f"http://127.0.0.1:{self.server.server_port}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class ChatHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model = None

    def do_GET(self):
        self.answer({"object": "list", "data": [{"id": "stub", "object": "model"}]})

    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.model.asked.append(question)
        if self.model.refuses:
            return self.answer({"error": {"message": "Slow down."}}, self.model.refuses)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        pieces = self.model.say(question["messages"][-1]["content"])
        for piece in pieces:
            self.send({"content": piece})
        self.send({}, "stop")
        self.wfile.write(b"data: [DONE]\n\n")

    def send(self, delta, reason=None):
        chunk = {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.flush()

    def answer(self, content, status=200):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if status == 429:
            self.send_header("Retry-After", "20")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass
