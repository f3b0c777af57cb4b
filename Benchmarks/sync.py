#!/usr/bin/env python3
"""Compares synchronization by ics-store and by vdirsyncer, with a Cyrus server on this machine.

    sync.py [ITEMS]    build ics-store and synchronize ITEMS events (default: 10,000); requires root and Cyrus

PROGRAM names another ics-store, such as one built by `make install` or `make dist`, which contains the Swift runtime
and takes less memory.

Both programs reach the server through a relay that counts requests and bytes. Processor time and memory include
the program and its children, but not the server and the relay. vdirsyncer is measured if it is on the PATH.

Each program writes to a new file system if the system can mount one. For minutes after the removal of thousands of
files, ext4 searches slowly for free inodes, which would count against the next program.

At the end, ics-store downloads a subscribed calendar with the same number of events twice more: unchanged, and with new
DTSTAMPs.
"""

import contextlib
import http.client
import http.server
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Servers"))

from products import SERVERS, free_port  # noqa: E402
from scenarios import item  # noqa: E402

MEASURE = """
import os, resource, subprocess, sys
status = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
open(sys.argv[1], "w").write(f"{status} {used.ru_utime + used.ru_stime} {used.ru_maxrss}")
"""


class Relay:
    """Forwards connections to a server, and counts the responses and the bytes in both directions."""

    def __init__(self, port):
        self.target, self.port = port, free_port()
        self.requests = self.bytes = 0
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.create_connection(("127.0.0.1", self.target))
            for source, sink, counts in ((client, server, False), (server, client, True)):
                threading.Thread(target=self.copy, args=(source, sink, counts), daemon=True).start()

    def copy(self, source, sink, is_answer):
        try:
            while data := source.recv(1 << 16):
                with self.lock:
                    self.bytes += len(data)
                    if is_answer:
                        self.requests += len(re.findall(rb"HTTP/1\.1 [2-5]\d\d", data))
                sink.sendall(data)
        except OSError:
            pass
        finally:
            for end in (source, sink):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def taken(self):
        with self.lock:
            taken, self.requests, self.bytes = (self.requests, self.bytes), 0, 0
        return taken


@contextlib.contextmanager
def disk(folder, name, count):
    """Creates a folder on a new file system with room for `count` items, or else in the given folder."""
    place, image = folder / name, folder / f"{name}.image"
    place.mkdir()
    with open(image, "wb") as file:
        file.truncate((64 << 20) + count * (24 << 10))
    made = ["mkfs.ext4", "-q", "-F", "-N", str(3 * count + 1000), str(image)]
    mounted = ["mount", "-o", "loop", str(image), str(place)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    is_mounted = all(subprocess.run(command, **quiet).returncode == 0 for command in (made, mounted))
    if not is_mounted:
        print(f"{name}: no new file system; previously removed files may slow it down")
    try:
        yield place
    finally:
        if is_mounted:
            subprocess.run(["umount", str(place)], check=True)
        image.unlink()


def measure(relay, name, step, command, environment):
    relay.taken()
    with tempfile.NamedTemporaryFile() as figures:
        begun = time.monotonic()
        subprocess.run([sys.executable, "-c", MEASURE, figures.name, *map(str, command)], env=environment, check=True)
        seconds = time.monotonic() - begun
        status, processor, memory = Path(figures.name).read_text().split()
    if status != "0":
        raise SystemExit(f"{name}, {step}: exit {status}")
    requests, size = relay.taken()
    print(
        f"{step:>14}  {name:<10}  {float(processor):6.2f} s processor  {seconds:6.2f} s  {int(memory) / 1024:6.0f} MB  "
        f"{requests:5} requests  {size / 1000:9.1f} kB", flush=True,
    )


def synchronize(client, relay, count):
    measure(relay, client.name, "first", client.command, client.environment)
    if len(client.files()) != count:
        raise SystemExit(f"{client.name} has {len(client.files())} of {count} items")
    # The second round may still record timestamps.
    for step in ("second", "unchanged"):
        measure(relay, client.name, step, client.command, client.environment)
    file = sorted(client.files())[0]
    file.write_bytes(file.read_bytes().replace(b"SUMMARY:", b"SUMMARY:Changed "))
    measure(relay, client.name, "one change", client.command, client.environment)


class Ours:
    name = "ics-store"

    def __init__(self, program, folder, relay, home):
        self.program, self.folder = program, folder / "store"
        self.folder.mkdir()
        self.environment = {**os.environ, "ICS_STORE": str(self.folder), "XDG_STATE_HOME": str(folder / "state")}
        subprocess.run(
            [program, "accounts", "add", "home", f"http://127.0.0.1:{relay.port}{home}", "--user", "u",
             "--password-command", "echo p", "--yes"],
            env=self.environment, check=True, stdout=subprocess.DEVNULL,
        )

    @property
    def command(self):
        return [self.program, "refresh", "--yes"]

    def files(self):
        return list(self.folder.rglob("*.ics"))


class Vdirsyncer:
    name = "vdirsyncer"

    def __init__(self, program, folder, relay, home):
        self.program, self.folder = program, folder / "vdir"
        self.folder.mkdir()
        config = folder / "vdirsyncer.conf"
        config.write_text(
            f'[general]\nstatus_path = "{folder}/status"\n[pair all]\na = "here"\nb = "there"\n'
            f'collections = ["from b"]\n'
            f'[storage here]\ntype = "filesystem"\npath = "{self.folder}"\nfileext = ".ics"\n'
            f'[storage there]\ntype = "caldav"\nurl = "http://127.0.0.1:{relay.port}{home}"\nusername = "u"\n'
            f'password = "p"\n'
        )
        self.environment = {**os.environ, "VDIRSYNCER_CONFIG": str(config), "HOME": str(folder)}
        subprocess.run(
            ["sh", "-c", f"yes | {program} discover"], env=self.environment, check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @property
    def command(self):
        return [self.program, "sync"]

    def files(self):
        return list(self.folder.rglob("*.ics"))


def fill(server, path, count):
    """Uploads events to the server over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    fields = {"Authorization": "Basic dTpw", "Content-Type": "text/calendar; charset=utf-8"}
    for number in range(count):
        body = item(f"event-{number}", f"SUMMARY:Event {number}\nLOCATION:Room {number % 40}\nSEQUENCE:0").encode()
        for _ in range(2):
            try:
                connection.request("PUT", f"{path}event-{number}.ics", body, fields)
                response = connection.getresponse()
                response.read()
                break
            except (http.client.HTTPException, OSError):
                # Cyrus closes a connection after a number of requests.
                connection.close()
        if response.status >= 300:
            raise SystemExit(f"PUT {number}: {response.status}")
    connection.close()


def feed(program, folder, count):
    """Measures a subscribed calendar, whose server answers 304 if it is unchanged."""
    state = {"stamp": "20260101T000000Z"}

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            tag = f'"{state["stamp"]}"'
            if self.headers.get("If-None-Match") == tag:
                self.send_response(304)
                self.send_header("ETag", tag)
                self.end_headers()
                return
            events = "".join(
                f"BEGIN:VEVENT\r\nUID:event-{number}\r\nDTSTAMP:{state['stamp']}\r\nDTSTART:20261001T080000Z\r\n"
                f"SUMMARY:Event {number}\r\nEND:VEVENT\r\n" for number in range(count)
            )
            body = f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n{events}END:VCALENDAR\r\n".encode()
            self.send_response(200)
            self.send_header("ETag", tag)
            self.send_header("Content-Type", "text/calendar")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    relay = Relay(server.server_port)
    store = folder / "feeds"
    store.mkdir()
    environment = {**os.environ, "ICS_STORE": str(store), "XDG_STATE_HOME": str(folder / "feeds.state")}
    # subscribe downloads the calendar for the first time.
    address = f"http://127.0.0.1:{relay.port}/feed.ics"
    subscribe = [program, "subscribe", address, "--name", "feed", "--allow-insecure", "--yes"]
    measure(relay, "feed", "first", subscribe, environment)

    def files():
        return {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in store.rglob("*.ics")}

    before = files()
    if len(before) != count:
        raise SystemExit(f"the feed has {len(before)} of {count} items")
    for step, stamp in (("unchanged", state["stamp"]), ("new stamps", "20260102T000000Z")):
        state["stamp"] = stamp
        measure(relay, "feed", step, [program, "refresh", "feed", "--yes"], environment)
        if files() != before:
            raise SystemExit(f"feed, {step}: files were rewritten")
    server.shutdown()


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    program = Path(os.environ.get("PROGRAM") or ROOT / ".build/release/ics-store").resolve()
    if not os.environ.get("PROGRAM"):
        subprocess.run(["make", "release"], cwd=ROOT, check=True)
    if not SERVERS["cyrus"].is_installed():
        raise SystemExit("requires root and an installed Cyrus")
    with tempfile.TemporaryDirectory(prefix="calendar-server-") as temporary:
        folder = Path(temporary)
        (folder / "server").mkdir()
        server = SERVERS["cyrus"](folder / "server")
        try:
            server.start()
            path = f"{server.home}many/"
            server.request("MKCALENDAR", path)
            fill(server, path, count)
            relay = Relay(server.port)
            for kind, found in ((Ours, program), (Vdirsyncer, shutil.which("vdirsyncer"))):
                if not found:
                    continue
                with disk(folder, kind.name, count) as place:
                    synchronize(kind(found, place, relay, server.home), relay, count)
            with disk(folder, "feed", count) as place:
                feed(program, place, count)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
