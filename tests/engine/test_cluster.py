"""A real dask cluster on this machine: a scheduler and two workers, of which one is killed in mid-run."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from mastermot import BLACK_WHITE, ColourCodes, Configuration, WordCodes, make_codebreaker, open_dictionary, open_engine
from mastermot.cli import main
from mastermot.engine import SchedulerError, WorkerLostError
from mastermot.engine.cluster import ClusterEngine
from mastermot.lab.explore import Store, explore, propose
from tests.lab.explore.support import games
from tests.support import PATIENCE, ROOT

pytest.importorskip("distributed")

GOLDEN = [
    line.rsplit(" = ", 1)
    for line in (ROOT / "tests" / "golden" / "explore.txt").read_text(encoding="utf-8").splitlines()
    if line.startswith("--holes")
]


class Cluster:
    """A scheduler and its workers, processes on the loopback interface."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        file = folder / "scheduler.json"
        self.scheduler = self.start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", file)
        self.workers: list[subprocess.Popen[bytes]] = []
        while not file.exists() or not file.read_text():
            assert self.scheduler.poll() is None
            time.sleep(0.02)
        self.address: str = json.loads(file.read_text())["address"]

    def start(self, program: str, *arguments: str | Path) -> subprocess.Popen[bytes]:
        """Start a program of dask's, without its dashboard."""
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *map(str, arguments), "--no-dashboard"],
            cwd=self.folder,
            env=None,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def add_worker(self) -> None:
        """Start a worker of one thread."""
        options = ("--no-nanny", "--nthreads", "1", "--memory-limit", "0", "--local-directory", self.folder)
        self.workers.append(self.start("dask_worker", self.address, *options))

    def stop(self) -> None:
        """End all processes."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    running = Cluster(tmp_path_factory.mktemp("cluster"))
    running.add_worker()
    running.add_worker()
    yield running
    running.stop()


def run(*arguments: str) -> dict[str, object]:
    """Return the JSON that the command prints."""
    result = CliRunner().invoke(main, [*arguments, "--json"], env={"LANGUAGE": "en"})
    assert result.exit_code == 0, result.output
    document: dict[str, object] = json.loads(result.stdout)
    return document


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(options, id=options.strip(), marks=[pytest.mark.slow] * (place % 2))
        for place, (options, _figures) in enumerate(GOLDEN[:8])
    ],
)
def test_golden_figures(cluster: Cluster, options: str) -> None:
    figures = dict(GOLDEN)[options]
    document = run("explore", *shlex.split(options), "--scheduler", cluster.address)
    assert [document["codes"], document["total"], document["longest"]] == [int(figure) for figure in figures.split()]


def test_duel_and_accelerate(cluster: Cluster) -> None:
    duel = ["duel", "--holes", "3", "--colours", "4", "--codebreaker", "consistent", "--games", "60", "--seed", "3"]
    assert run(*duel, "--scheduler", cluster.address) == run(*duel, "--jobs", "1")
    codes = WordCodes(open_dictionary("fr-common"), 3)
    with ClusterEngine(cluster.address) as engine:
        assert propose(codes, BLACK_WHITE, most=1, trials=20, engine=engine) == propose(
            codes, BLACK_WHITE, most=1, trials=20
        )


def test_an_error_is_the_same_on_the_cluster(cluster: Cluster) -> None:
    with pytest.raises(ZeroDivisionError), ClusterEngine(cluster.address) as engine:
        engine.submit(divmod, 1, 0).result()


def test_a_worker_killed_in_mid_run_is_survived_and_then_all_of_them_are_missed(tmp_path: Path) -> None:
    configuration = Configuration(ColourCodes(4, 6), BLACK_WHITE, make_codebreaker("decodeur"))
    cluster = Cluster(tmp_path)
    try:
        cluster.add_worker()
        cluster.add_worker()
        with ClusterEngine(cluster.address, absent=0.5) as engine:
            while engine.workers < 2:
                time.sleep(0.02)
            records = []
            for batch in explore(configuration, engine=engine, seconds=0.01):
                records += batch
                if records and cluster.workers[0].poll() is None:
                    cluster.workers[0].kill()
            assert sorted(records) == games(configuration)
            cluster.workers[1].kill()
            with pytest.raises(WorkerLostError, match=r"\bworker\b"):
                list(explore(configuration, engine=engine))
    finally:
        cluster.stop()


@pytest.mark.slow
def test_a_scheduler_killed_in_mid_run_is_named_and_what_was_kept_stays(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    configuration = Configuration(ColourCodes(4, 6), BLACK_WHITE, make_codebreaker("decodeur", strategy="parts"))
    truth = games(configuration)
    cluster = Cluster(tmp_path)
    try:
        cluster.add_worker()
        with ClusterEngine(cluster.address, absent=0.5) as engine, Store(path, create=True) as store:
            number = store.begin_run(configuration)

            def keep() -> None:
                for batch in explore(configuration, engine=engine, seconds=0.01):
                    store.add_records(number, batch)
                    cluster.scheduler.kill()

            with pytest.raises(WorkerLostError):
                keep()
    finally:
        cluster.stop()
    with Store(path) as store:
        kept = store.read_records(number)
        assert 0 < len(kept) < len(truth)
        assert set(kept) < set(truth)
    player = ("--player", "decodeur", "--strategy", "parts")
    assert run("explore", "--holes", "4", "--colours", "6", *player, "--database", str(path))
    with Store(path) as store:
        assert store.read_records(number) == truth


@pytest.mark.slow
def test_a_scheduler_that_is_gone_is_named_by_every_method_of_the_engine(tmp_path: Path) -> None:
    """dask's client closes when its scheduler does not come back, and then each of its calls fails in its own way."""
    cluster = Cluster(tmp_path)
    try:
        cluster.add_worker()
        engine = ClusterEngine(cluster.address, absent=0)
        waiting = engine.submit(time.sleep, 600)
        cluster.scheduler.kill()
        with pytest.raises(WorkerLostError, match="scheduler"):
            waiting.result()
        end = time.monotonic() + PATIENCE
        while engine._client.status != "closed":  # after some ten seconds: `CONNECTING`
            assert time.monotonic() < end
            time.sleep(0.02)
        with pytest.raises(WorkerLostError, match="scheduler"):
            engine.submit(divmod, 7, 2)
        with pytest.raises(WorkerLostError, match="scheduler"):
            engine.share([7, 2])
        with pytest.raises(WorkerLostError, match="scheduler"):
            engine.check()
        assert engine.workers == 1
        engine.shutdown()
        engine.shutdown(cancel_futures=True)
    finally:
        cluster.stop()


def test_addresses_where_there_is_no_cluster(tmp_path: Path) -> None:
    for address in ("tcp://127.0.0.1:9", "nonsense://x", ""):
        with pytest.raises(SchedulerError):
            ClusterEngine(address, connecting=0.5)
    alone = Cluster(tmp_path)
    try:
        with pytest.raises(SchedulerError, match=r"\bworker\b"):
            ClusterEngine(alone.address, connecting=0.5)
    finally:
        alone.stop()


@pytest.mark.parametrize("address", ["foo", "", "tcp://127.0.0.1:notaport", "http://127.0.0.1:18787"])
def test_an_address_that_cannot_be_read_makes_no_client(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr("distributed.Client", lambda address, **_: made.append(address))
    with pytest.raises(SchedulerError):
        open_engine(jobs=2, scheduler=address)
    assert made == []


def test_without_dask_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = CliRunner().invoke(
        main,
        ["explore", "--holes", "2", "--colours", "3", "--scheduler", "tcp://127.0.0.1:8786"],
        env={"LANGUAGE": "en"},
    )
    assert (result.exit_code, result.stdout) == (2, "")
    assert "pip install 'mastermot[cluster]'" in result.stderr


def test_the_best_strategy(cluster: Cluster) -> None:
    """The search for the best strategy, its proof shared between the workers of the cluster."""
    found = run("optimal", "--holes", "3", "--colours", "6", "--scheduler", cluster.address)
    assert (found["total"], found["bound"], found["proven"]) == (854, 854, True)
