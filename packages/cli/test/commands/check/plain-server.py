"""The service in Python, as a reader of SPEC.md writes it: plain-server.py [fault ...]

It listens on a free port of 127.0.0.1, and its first line is its URL. The faults are 201 (POST of an absent record
responds with 201), upsert (PUT creates a record), charset (a content type with parameters is refused) and object (the
list is an object).
"""

import json
import math
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from urllib.parse import unquote, urlsplit

faults = set(sys.argv[1:])
records = {}
lock = Lock()


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def parse_location(body):
    """Returns the Location, or None if it is not valid."""
    try:
        location = json.loads(body.decode().removeprefix("\ufeff")[:4096])
        coordinates = location["coordinates"]
        members = set(location) <= {"description", "coordinates"} and set(coordinates) == {"latitude", "longitude"}
        is_valid = members and isinstance(location.get("description", ""), (str, type(None)))
        if not is_valid or not all(map(is_number, coordinates.values())):
            return None
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None
    if location.get("description") is None:
        location.pop("description", None)
    return location


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def respond(self, status, value=None):
        content = b"" if value is None else dump(value).encode()
        self.send_response(status)
        if value is not None:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def fail(self, status, message):
        self.respond(status, {"error_message": message})

    def identifier(self):
        return unquote(urlsplit(self.path).path[1:])

    def body(self):
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def do_GET(self):
        self.body()
        id = self.identifier()
        with lock:
            if id == "":
                pairs = list(records.items())
                self.respond(200, dict(pairs) if "object" in faults else pairs)
            elif id in records:
                self.respond(200, records[id])
            else:
                self.fail(404, f"Resource not found: {id}")

    do_HEAD = do_GET

    def do_POST(self):
        body = self.body()
        id = self.identifier()
        kind, _, parameters = self.headers.get("Content-Type", "").partition(";")
        if kind.strip().lower() != "application/json" or ("charset" in faults and parameters):
            return self.fail(400, "Content-type is wrong, it must be JSON")
        if id == "":
            return self.fail(400, "Location identifier is missing")
        if body == b"":
            return self.fail(400, "Body content is missing")
        location = parse_location(body)
        with lock:
            is_new = id not in records
            if self.command == "PUT" and is_new and "upsert" not in faults:
                return self.fail(404, f"Location not found: {id}")
            if location is None:
                return self.fail(400, "Provided JSON is not valid")
            records[id] = location
        self.respond(201 if "201" in faults and self.command == "POST" and is_new else 200)

    do_PUT = do_POST

    def do_DELETE(self):
        self.body()
        id = self.identifier()
        if id == "":
            return self.fail(400, "An id must be provided to delete a location")
        with lock:
            records.pop(id, None)
        self.respond(200)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, *_):
        pass


with Server(("127.0.0.1", 0), Handler) as server:
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()
