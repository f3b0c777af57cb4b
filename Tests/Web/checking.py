"""Code that the checks of ics-web share: the arguments, and the counts of passed and failed checks."""
import pathlib, sys

PROGRAM, SHOTS = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
ROOT = pathlib.Path(__file__).resolve().parents[2]
DEMO = ROOT / "Corpus/demo/studio.ics"
NOW = "2026-03-31T10:05:00+02:00"
passed, failed = [], []


def check(condition, words):
    if condition:
        passed.append(words)
    else:
        complain(words)


def complain(words):
    """Records a failure. Unlike a check, success is not counted."""
    failed.append(words)
    print(f"✘ {words}", flush=True)


def result():
    print(f"{len(passed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)
