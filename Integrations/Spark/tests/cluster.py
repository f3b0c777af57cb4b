"""A standalone Spark cluster on the loopback interface, with one master and two workers as processes."""

import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import uuid


class Cluster:
    """A cluster that ends all its processes and their children when the context ends."""

    MARK = "ICS_SPARK_CLUSTER"

    def __init__(self, folder, workers=2, memory="2g"):
        import pyspark

        self.home = pathlib.Path(pyspark.__file__).parent
        self.folder = pathlib.Path(folder)
        self.mark = uuid.uuid4().hex
        self.count, self.memory = workers, memory
        self.processes = {}
        self.environment = {
            **os.environ, self.MARK: self.mark, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_HOME": str(self.home),
            "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_DIRS": str(self.folder / "local"),
            "SPARK_WORKER_DIR": str(self.folder / "work"), "SPARK_NO_DAEMONIZE": "1",
        }

    def __enter__(self):
        try:
            self.folder.mkdir(parents=True)
            port = free_port()
            self.url = f"spark://127.0.0.1:{port}"
            self.start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(port),
                       "--webui-port", "0")
            self.wait("master", "New state: ALIVE")
            for number in range(self.count):
                self.start_worker(f"worker{number}")
            for number in range(self.count):
                self.wait(f"worker{number}", "Successfully registered with master")
            return self
        except BaseException:
            self.stop()
            raise

    def __exit__(self, *_):
        self.stop()

    def start_worker(self, name):
        self.start(name, "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory",
                   self.memory, "--webui-port", "0", self.url)

    def start(self, name, program, *words):
        with open(self.folder / f"{name}.log", "w") as log:
            self.processes[name] = subprocess.Popen(
                [str(self.home / "bin/spark-class"), program, *words], env=self.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True,
            )

    def wait(self, name, text, seconds=60):
        for _ in range(seconds * 10):
            if text in (self.folder / f"{name}.log").read_text(errors="replace"):
                return
            if self.processes[name].poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"{name} did not start:\n{(self.folder / f'{name}.log').read_text(errors='replace')}")

    def kill(self, name):
        """Kills a worker and its executors, like a machine failure."""
        os.killpg(self.processes[name].pid, signal.SIGKILL)
        self.processes[name].wait()

    def own(self):
        """Returns the processes of this cluster, which have a mark in their environment."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                try:
                    if f"{self.MARK}={self.mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                        found.append(int(entry.name))
                except OSError:
                    continue
        return found

    def stop(self):
        for sent in [signal.SIGTERM] + [signal.SIGKILL] * 20:
            left = self.own()
            if not left:
                break
            for number in left:
                try:
                    os.kill(number, sent)
                except ProcessLookupError:
                    pass
            for process in self.processes.values():
                process.poll()
            time.sleep(0.5)
        for process in self.processes.values():
            process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
