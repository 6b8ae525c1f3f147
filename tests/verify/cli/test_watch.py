"""Ctrl-C ends a command at once, also one in native code or deaf to signals; a command that is left alone ends as ever."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

QUALITY = Path(__file__).parents[2] / "quality"
PREFACE = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); from verify.cli.watch import watch; watch(); "


def command(work):
    """A watched piece of work, which says when it begins."""
    path = os.pathsep.join([str(QUALITY), *sys.path])
    return subprocess.Popen([sys.executable, "-c", PREFACE + work], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path})


def begun(work):
    process = command("import os, doubles; print(os.getpid(), flush=True)\n" + work)
    return process, int(process.stdout.readline())


def gone(pid, seconds=30):
    """Whether a process is gone, at once or soon."""
    for _ in range(seconds * 10):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.1)
    return False


def test_the_exit_code_and_the_words_are_those_of_the_command():
    process = command("print('done'); sys.exit(7)")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (7, "done\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")
@pytest.mark.parametrize("work", ["native", "deaf", "forever"])
def test_ctrl_c_ends_what_native_code_keeps_busy_and_what_heeds_no_signal(work):
    process, worker = begun(f"doubles.{work}()")
    process.send_signal(signal.SIGINT)
    assert process.wait(30) in (130, 1, -signal.SIGINT)  # 1 where Python was heard, which prints where it was
    assert gone(worker)
    process.communicate()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")
def test_a_command_keeps_what_it_has_before_it_ends_and_hears_ctrl_c_once():
    process = command("""import os, doubles
try:
    print(os.getpid(), flush=True)
    doubles.forever()
except KeyboardInterrupt:
    print("kept", flush=True)
    sys.exit(130)
""")
    worker = int(process.stdout.readline())
    for _ in range(3):
        os.kill(worker, signal.SIGINT)
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "kept\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")
def test_what_was_under_way_is_named_although_the_command_heeds_no_signal():
    process = command("""import os, doubles
from verify.cli.underway import under_way
signal.signal(signal.SIGINT, signal.SIG_IGN)
under_way("toy/first")
under_way("toy/true two")
print(os.getpid(), flush=True)
doubles.deaf()
""")
    worker = int(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and err == "\ninterrupted at toy/true two; what was finished before is kept\n" and gone(worker)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")
def test_a_calculator_in_native_code_ends_when_its_time_is_spent():
    process = command("from verify.cli.limits import calculator; import doubles; calculator('account')(lambda limit: doubles.native())(limit=0.2)")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "") and err.startswith("no answer within the time that --limit allows")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes by /proc")
def test_a_command_ends_with_the_process_that_waits_for_it_also_in_native_code():
    process, worker = begun("doubles.native()")
    process.kill()
    process.communicate()
    assert gone(worker)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes by /proc")
def test_guarded_processes_end_with_the_command_also_in_native_code(tmp_path):
    note = tmp_path / "pid"
    process, worker = begun(f"""
from verify.run.isolation import Limits, guarded
with guarded(Limits(600.0, None), "forkserver", 1, ("doubles",)) as submit:
    submit([(doubles.noted, ({str(note)!r},))]).result()
""")
    while not note.exists() or not note.read_text():
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) in (130, 1)
    process.communicate()
    assert gone(worker) and gone(int(note.read_text()))
