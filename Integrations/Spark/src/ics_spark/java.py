"""Java options for faster startup, and the command ics-spark-prepare, which archives Spark's classes.

The archive is a file for class data sharing. It is valid for one version of Java and Spark; Java silently ignores it if
it is missing or either version has changed.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# Java does little work in a job, so its second compiler and parallel collector cost more than they save.
OPTIONS = "-XX:TieredStopAtLevel=1 -XX:CICompilerCount=1 -XX:+UseSerialGC -XX:-UsePerfData"
# A calendar for the jobs that determine the required classes.
CALENDAR = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//ics-spark//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\n"
    "DTSTART:20260101T000000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)


def home():
    from pyspark.find_spark_home import _find_spark_home

    return pathlib.Path(_find_spark_home())


def archive():
    """Returns the path of the archive. It is the same on all machines with Spark in the same folder."""
    return home() / "ics-spark.jsa"


def options():
    # Relocation would modify the whole archive.
    place = "-XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0"
    return f'{OPTIONS} -Xshare:auto -XX:SharedArchiveFile="{archive()}" {place} -Xlog:cds=off'


def settings(conf):
    """Applies the settings for a short startup to a SparkConf, unless it already has them."""
    os.environ.setdefault("SPARK_LAUNCHER_OPTS", options().replace('"', ""))
    conf.setIfMissing("spark.driver.defaultJavaOptions", options())
    conf.setIfMissing("spark.executor.defaultJavaOptions", options())
    conf.setIfMissing("spark.ui.enabled", "false")
    if conf.get("spark.master", "").startswith("spark://"):
        # Makes Python use the installed, compiled PySpark rather than the sources in Spark's folder.
        conf.setIfMissing("spark.executorEnv.SPARK_HOME", "/nonexistent")
    return conf


def record(folder, binary):
    """Runs jobs that read mounted files and that read through Java, and returns the names of the loaded classes."""
    (folder / "in").mkdir()
    (folder / "in" / "records.jsonl").write_text(json.dumps({"key": 1, "ics": CALENDAR}) + "\n")
    link = f"spark.hadoop.fs.viewfs.mounttable.prepare.link./all=file://{folder}"
    for name, root in (("mounted", folder), ("java", "viewfs://prepare/all")):
        lists = f"{OPTIONS} -Xshare:auto -XX:DumpLoadedClassList={folder}/%p.classes"
        subprocess.run(
            [sys.executable, "-m", "ics_spark.command", *binary, "--master", "local-cluster[1,1,1024]",
             "--conf", "spark.driver.memory=1g", "--conf", "spark.executor.memory=1g", "--conf", link,
             "--conf", f"spark.driver.defaultJavaOptions={lists}", "--conf", f"spark.executor.defaultJavaOptions={lists}",
             "--from", "2026-01-01", "--to", "2027-01-01", "--output", f"{root}/{name}", "--records", f"{root}/in"],
            stdin=subprocess.DEVNULL, check=True)
    lines = {}
    for path in sorted(folder.glob("*.classes")):
        for line in path.read_text().splitlines():
            # Classes with a source come from other loaders and cannot be archived.
            if not line.startswith("#") and " source: " not in line:
                lines[line if line.startswith("@") else line.split(" ")[0]] = None
    return lines


def main(words=None):
    parser = argparse.ArgumentParser(
        prog="ics-spark-prepare",
        description="Archive the classes of Spark, so the Java processes of ics-spark start in half the time. Run this once "
                    "on each machine, and again after each update of Java or Spark.")
    parser.add_argument("--binary", default="", metavar="FILE", help="ics-expand to ship (default: the packaged one)")
    arguments = parser.parse_args(words)
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if os.environ.get("JAVA_HOME") else "java"
    binary = ["--binary", os.path.abspath(arguments.binary)] if arguments.binary else []
    target = archive()
    try:
        with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory(dir=target.parent) as made:
            classes, new = pathlib.Path(name) / "classes", pathlib.Path(made) / target.name
            classes.write_text("".join(f"{line}\n" for line in record(pathlib.Path(name), binary)))
            # Use the class path of Spark's processes. Only the G1 collector can archive objects, but the others can
            # read them.
            subprocess.run(
                [java, "-Xshare:dump", "-XX:+UseG1GC", "-Xlog:disable", "-Xlog:all=error:stderr",
                 f"-XX:SharedClassListFile={classes}", f"-XX:SharedArchiveFile={new}",
                 "-cp", f"{home()}/conf/:{home()}/jars/*"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
            os.replace(new, target)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"ics-spark-prepare: error: {error}", file=sys.stderr)
        return 1
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
