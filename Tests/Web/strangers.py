"""Attempts by other users of the machine and by clients that never finish, which must get nothing from ics-web."""
import os, pathlib, re, shutil, socket, subprocess, time

from checking import PROGRAM, check


def as_nobody(*words):
    """Runs a command as another user of the machine, which requires root."""
    if os.geteuid() == 0 and shutil.which("setpriv"):
        words = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *words)
        return subprocess.run(words, capture_output=True, text=True, cwd="/", env={"PATH": "/usr/bin:/bin"})
    return None


READ = """
import http.client, sys
connection = http.client.HTTPConnection(sys.argv[1], timeout=10)
connection.request("GET", sys.argv[2], headers={"Cookie": sys.argv[3]} if len(sys.argv) > 3 else {})
answer = connection.getresponse()
print(answer.status, answer.read().decode())
"""


def run(link, home, process):
    if as_nobody("true") is None:
        print("  skipped: only root can act as another user")
        return
    host, path = re.match(r"http://([^/]+)(/.*)", link).groups()
    addresses = ["/", "/month", "/start", "/x/month", path.split("?")[0], path.split("start")[0] + "month"]
    for address in addresses:
        answer = as_nobody("python3", "-c", READ, host, address).stdout
        check(answer.split(" ")[0] in ("403", "404") and "Stand-up" not in answer, f"{address} tells nothing: {answer[:90]}")
    answer = as_nobody("python3", "-c", READ, host, path.split("?")[0] + "?token=" + "A" * 43).stdout
    check(answer.startswith("403"), f"a guessed token opens nothing: {answer[:90]}")
    answer = as_nobody("python3", "-c", READ, host, path.split("start")[0] + "month", "ics-session=" + "A" * 43).stdout
    check(answer.startswith("403"), f"a guessed session sees nothing: {answer[:90]}")
    token = path.split("token=")[1]
    for name in ("cmdline", "environ", "maps", "fd"):
        place = f"/proc/{process.pid}/{name}"
        words = as_nobody("ls", "-l", place) if name == "fd" else as_nobody("cat", place)
        check(token not in words.stdout and "token" not in words.stdout, f"{place} does not contain the link")
    # The server listens only on this machine's address and has no socket file.
    port = int(host.split(":")[1])
    listening = pathlib.Path("/proc/net/tcp").read_text() + pathlib.Path("/proc/net/tcp6").read_text()
    own = [line.split()[1] for line in listening.splitlines() if f":{port:04X} " in line and " 0A " in line]
    check(own == [f"0100007F:{port:04X}"], f"only 127.0.0.1 listens: {own}")
    # The link still works for the user.
    check(process.poll() is None, "the program continues")
    files(home)


def files(home):
    """The file that contains the link is private even before its contents are written."""
    folder = home.parent.parent
    bin_folder, runtime = folder / "bin", folder / "run"
    bin_folder.mkdir()
    runtime.mkdir(mode=0o755)
    (bin_folder / "xdg-open").write_text(f'#!/bin/sh\necho "$1" > {folder}/opened.new; mv {folder}/opened.new {folder}/opened\n')
    (bin_folder / "xdg-open").chmod(0o755)
    folder.chmod(0o755)
    environment = dict(os.environ, HOME=str(folder), XDG_STATE_HOME=f"{folder}/state2", XDG_RUNTIME_DIR=str(runtime))
    environment["PATH"] = f"{bin_folder}:{environment['PATH']}"
    process = subprocess.Popen(
        [PROGRAM, "--store", folder / "calendars", "--yes"], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        process.stdout.readline()
        end = time.monotonic() + 20
        while not (folder / "opened").exists() and time.monotonic() < end:
            time.sleep(0.02)
        file = (folder / "opened").read_text().strip()
        check("token=" in pathlib.Path(file).read_text(), "the user's file contains the link")
        for words in (("cat", file), ("ls", str(pathlib.Path(file).parent)), ("stat", file)):
            answer = as_nobody(*words)
            denied = answer.returncode != 0 and "Permission denied" in answer.stderr
            check(denied, f"another user cannot {' '.join(words)}: {answer.stdout[:80]} {answer.stderr[:80]}")
    finally:
        process.kill()
        process.wait()


def wait(link):
    """Clients that never finish a request are dropped after about 30 s and do not block other clients."""
    host, path = re.match(r"http://([^/]+)(/.*)", link).groups()
    name, port = host.split(":")
    base = path.split("start")[0]

    def client(text):
        one = socket.create_connection((name, int(port)))
        one.sendall(text.encode())
        one.setblocking(False)
        return one

    post = f"POST {base}save HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100000\r\n\r\nx"
    clients = {
        "nothing": client(""), "half a line": client("GET /x"), "a slow head": client("GET /x HTTP/1.1\r\n"),
        "half a body": client(post), "a slow body": client(post),
    }
    drip = {"a slow head": b"X", "a slow body": b"x"}
    start, ended = time.monotonic(), {}
    while len(ended) < len(clients) and time.monotonic() - start < 50:
        for words, one in clients.items():
            if words in ended:
                continue
            try:
                if words in drip:
                    one.send(drip[words])
                received = one.recv(4096)
                if not received or b" 408 " in received:
                    ended[words] = time.monotonic() - start
            except BlockingIOError:
                pass
            except OSError:
                ended[words] = time.monotonic() - start
        time.sleep(1)
    for words in clients:
        took = ended.get(words)
        check(took is not None and 25 <= took <= 40, f"a client that sends {words} is dropped after 30 s: {took}")
        clients[words].close()
