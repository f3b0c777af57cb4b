#!/usr/bin/env python3
"""Compares a synchronization by ics-store with one by vdirsyncer, on a real Cyrus on this machine.

    sync.py [ITEMS]    build ics-store, and synchronize ITEMS events (10,000); as root, with Cyrus installed

Both programs reach the server through a relay that counts requests and bytes. Processor time and memory are those of
the program and its children, without the server and the relay. vdirsyncer is used if it is on the PATH.
"""

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
    """Passes connections on to a server, and counts the answers and the bytes in both directions."""

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


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    program = ROOT / ".build/release/ics-store"
    if os.environ.get("BUILD") != "no":
        subprocess.run(["make", "release"], cwd=ROOT, check=True)
    if not SERVERS["cyrus"].is_installed():
        raise SystemExit("Cyrus is not installed, or this is not root")
    with tempfile.TemporaryDirectory(prefix="calendar-server-") as temporary:
        folder = Path(temporary)
        (folder / "server").mkdir()
        server = SERVERS["cyrus"](folder / "server")
        try:
            server.start()
            path = f"{server.home}many/"
            server.request("MKCALENDAR", path)
            for number in range(count):
                server.request(
                    "PUT", f"{path}event-{number}.ics",
                    item(f"event-{number}", f"SUMMARY:Event {number}\nLOCATION:Room {number % 40}\nSEQUENCE:0"),
                    Content_Type="text/calendar; charset=utf-8",
                )
            relay = Relay(server.port)
            clients = [Ours(program, folder, relay, server.home)]
            if found := shutil.which("vdirsyncer"):
                clients.append(Vdirsyncer(found, folder, relay, server.home))
            for client in clients:
                measure(relay, client.name, "first", client.command, client.environment)
                if len(client.files()) != count:
                    raise SystemExit(f"{client.name} has {len(client.files())} of {count} items")
                # The first round after the first one may still note stamps.
                for step in ("second", "unchanged"):
                    measure(relay, client.name, step, client.command, client.environment)
                file = client.files()[0]
                file.write_bytes(file.read_bytes().replace(b"SUMMARY:", b"SUMMARY:Changed "))
                measure(relay, client.name, "one change", client.command, client.environment)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
