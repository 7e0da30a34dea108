"""What those who run the service see: settings by the environment, the log, figures for a monitor."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread

import pytest

from mastermot.errors import WrongKindError
from mastermot.service import create_app
from tests.messages import check_told
from tests.service.support import PUZZLE, Client, serve, serve_here, wait_until
from tests.service.test_bounds import start
from tests.support import PATIENCE, run
from tests.test_container import free_port


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "70000"),
        ("PORT", "eighty"),
        ("METRICS_PORT", "-1"),
        ("PROXY", "localhost"),
        ("ACCESS_LOG", "perhaps"),
        ("LOG_FORMAT", "xml"),
        ("ALLOW_ORIGIN", "https://example.org example.org"),
        ("MEANINGS", "example.org"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_wrong_setting_of_the_environment_is_named(
    name: str, value: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"MASTERMOT_{name}", value)
    monkeypatch.setenv("MASTERMOT_KEY", "sixteen-characters-or-more")
    with socket.create_server(("127.0.0.1", 0)) as taken:  # a service that took the value would end at its port
        options = [] if name == "PORT" else ["--port", str(taken.getsockname()[1])]
        result = run("serve", *options, lang=lang)
    assert result.exit_code in (2, 3)
    assert f"MASTERMOT_{name}" in result.stderr
    assert value.split()[-1] in result.stderr


def test_every_option_of_serve_says_its_variable() -> None:
    shown = " ".join(run("serve", "--help").stdout.split())
    options = set(re.findall(r" --([a-z-]+) ", shown)) - {"lang", "help", "no-access-log"}
    assert "metrics-port" in options
    for option in options:
        assert f"env var: MASTERMOT_{option.replace('-', '_').upper()}" in shown


def test_an_option_goes_before_the_environment() -> None:
    with serve(MASTERMOT_PORT="70000", MASTERMOT_ALLOW_ORIGIN="https://a.org *") as served:
        answer = Client(served.port).get("/api/words", Origin="https://b.org")
    assert answer.headers["access-control-allow-origin"] == "*"


def test_an_application_takes_settings_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MASTERMOT_ALLOW_ORIGIN", "https://a.org https://b.org")
    monkeypatch.setenv("MASTERMOT_MEANINGS", "https://example.org/?{word}")
    client = create_app().test_client()
    for site, allowed in (("https://b.org", "https://b.org"), ("https://c.org", None)):
        answer = client.get("/api/words", headers={"Origin": site})
        assert answer.headers.get("Access-Control-Allow-Origin") == allowed
    assert "https://example.org/?{word}" in client.get("/").text
    assert "Access-Control-Allow-Origin" not in create_app(origins=[]).test_client().get("/").headers
    monkeypatch.setenv("MASTERMOT_MEANINGS", "example.org")
    with pytest.raises(WrongKindError, match="MASTERMOT_MEANINGS"):
        create_app()


def test_a_request_has_a_name_in_the_answer_in_the_problem_and_on_the_page(client: Client) -> None:
    answers = [client.get("/api/nothing") for _ in range(2)]
    names = [answer.headers["x-request-id"] for answer in answers]
    assert names[0] != names[1]
    assert [answer.problem["request_id"] for answer in answers] == names
    assert client.get("/healthz").headers["x-request-id"]
    page = client.get("/nothing", Accept="text/html")
    assert f"<code>{page.headers['x-request-id']}</code>" in page.body.decode()
    page = client.get("/problems/busy", Accept="text/html")
    assert page.headers["x-request-id"] not in page.body.decode()


@pytest.mark.parametrize(
    ("name", "taken"), [("6f0c-of.the_proxy", True), ("short", False), ("<script>alert()", False), ("é" * 9, False)]
)
def test_a_proxy_names_a_request_if_it_is_a_name(client: Client, name: str, taken: bool) -> None:
    answer = client.get("/healthz", X_Request_Id=name.encode().decode("latin-1"))
    assert (answer.headers["x-request-id"] == name) is taken


def test_the_log_is_lines_of_json_where_it_is_wanted() -> None:
    with start("--log-format", "json") as (process, port):
        assert process.stderr is not None
        client = Client(port)
        names = [client.get(path).headers["x-request-id"] for path in ("/healthz?word=private", "/%22%0A")]
        again = client.get("/healthz", If_None_Match=client.get("/healthz").headers["etag"])
        process.send_signal(signal.SIGTERM)
        log = [json.loads(line) for line in process.stderr.read().splitlines()]
        process.wait(PATIENCE)
    assert [(line["id"], line["method"], line["path"], line["status"]) for line in log[:2]] == [
        (names[0], "GET", "/healthz", 200),
        (names[1], "GET", "/%22%0A", 404),
    ]
    assert again.status == log[-1]["status"] == 304
    assert all(line["client"] == "127.0.0.1" and line["seconds"] >= 0 and line["level"] == "info" for line in log)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00", line["time"]) for line in log)
    assert "private" not in json.dumps(log)


def test_a_mistake_is_logged_with_the_name_of_its_request(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("mastermot.service.app.answering.health", lambda: 1 / 0)
    answer = create_app().test_client().get("/healthz")
    assert answer.json is not None
    assert (answer.status_code, answer.json["code"]) == (500, "internal")
    assert answer.json["request_id"] in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_a_monitor_reads_figures_at_a_port_of_their_own() -> None:
    pytest.importorskip("prometheus_client")
    from mastermot.service.metrics import serve_metrics

    app = create_app()
    server = serve_metrics(app, "127.0.0.1", 0)

    def read() -> dict[str, float]:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/metrics", timeout=PATIENCE) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}

    with serve_here(app) as client:
        tag = client.get("/healthz").headers["etag"]
        client.get("/healthz", If_None_Match=tag)
        client.ask("POST", "/api/solve", PUZZLE, Content_Type="text/plain")
        for path in ("/one", "/two"):
            assert client.ask("GET", path).status == 404
        assert client.get("/metrics").status == 404
    figures = read()
    server.shutdown()
    server.server_close()
    assert figures['mastermot_requests_total{route="/healthz",status="200"}'] == 1
    assert figures['mastermot_requests_total{route="/healthz",status="304"}'] == 1
    assert figures['mastermot_requests_total{route="/api/solve",status="200"}'] == 1
    assert figures['mastermot_requests_total{route="none",status="404"}'] == 3
    assert figures['mastermot_seconds_count{route="/api/solve"}'] == 1
    assert figures['mastermot_requests_total{route="/healthz",status="500"}'] == 0
    assert figures["mastermot_under_way"] == 0
    assert figures["mastermot_kept_bytes"] > 0


def test_the_figures_have_a_port_of_their_own() -> None:
    same = run("serve", "--port", "8123", "--metrics-port", "8123")
    assert same.exit_code == 2
    check_told(same.stderr, "", "--metrics-port", "another")


def test_metrics_without_their_library_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mastermot.service.metrics", raising=False)
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    result = run("serve", "--port", "0", "--metrics-port", "0")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "mastermot[metrics]" in result.stderr


NGINX = """
daemon off; pid {folder}/pid; error_log stderr; worker_processes 1;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  upstream mastermot {{ server 127.0.0.1:{first} max_fails=0; server 127.0.0.1:{second} max_fails=0; }}
  server {{ listen 127.0.0.1:{port}; location / {{
    proxy_pass http://mastermot; proxy_next_upstream error timeout non_idempotent;
  }} }}
}}
"""


@pytest.mark.slow
def test_two_services_behind_nginx_are_restarted_without_a_lost_answer(tmp_path: Path) -> None:
    """As docs/operating.md says. A token of a game begun before is good after."""
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if nginx is None:
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light)")
    port, first, second = (free_port() for _ in range(3))
    (tmp_path / "conf").write_text(NGINX.format(folder=tmp_path, first=first, second=second, port=port))
    key = {"MASTERMOT_KEY": "sixteen-characters-or-more"}
    client, done = Client(port), Event()
    statuses: list[int] = []

    def ask() -> None:
        while not done.is_set():
            statuses.append(client.ask("POST", "/api/solve", PUZZLE, Content_Type="text/plain").status)

    with ExitStack() as stack:
        begun = {one: stack.enter_context(ExitStack()) for one in (first, second)}
        for one, own in begun.items():
            own.enter_context(serve("--port", str(one), **key))
        proxy = subprocess.Popen([nginx, "-c", tmp_path / "conf"])
        stack.callback(lambda: (proxy.terminate(), proxy.wait(PATIENCE)))
        wait_until(lambda: answers(port))
        token = client.post("/api/games", {"length": 5}).json["token"]
        threads = [Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            for one, own in begun.items():
                so_far = len(statuses)
                wait_until(lambda least=so_far + 20: len(statuses) > least)  # type: ignore[misc]
                own.close()
                stack.enter_context(serve("--port", str(one), **key))
        finally:
            done.set()
            for thread in threads:
                thread.join()
        assert client.post("/api/games/state", {"token": token}).status == 200
    assert set(statuses) == {200}


def answers(port: int) -> bool:
    """Return whether a service can be asked."""
    try:
        return Client(port).get("/healthz").status == 200
    except OSError:
        return False


ASK_EVERYTHING = """
import html, json, re, sys
from mastermot.service import create_app

written = []

def watch(event, arguments):
    writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & 3
    if writes or event in ("os.mkdir", "os.rename", "os.remove"):
        written.append(str(arguments[0]))

client = create_app().test_client()
token = client.post("/api/games", json={"holes": 4, "colours": 6}).get_json()["token"]
page = html.unescape(client.get("/docs").get_data(as_text=True))
examples = re.findall(r"curl '?http://[^/']+([^\\s']+)'?(?: --json '(.*)')?</code>", page)
sys.addaudithook(watch)
with open(sys.argv[1], "w") as file:
    file.write("watched")
for path, body in examples:
    sent = {"data": body.replace("TOKEN", token), "content_type": "application/json"} if body else {}
    answer = client.open(path, method="POST" if body else "GET", **sent)
    assert answer.status_code in (200, 201), path
print(json.dumps([len(examples), written]))
"""


def test_the_service_writes_no_files(tmp_path: Path) -> None:
    """Python tells of each file that is opened to write, made, renamed or removed, here while every route is asked."""
    marker = str(tmp_path / "watched")
    environment = {**os.environ, "MASTERMOT_FAST": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", ASK_EVERYTHING, marker]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    count, written = json.loads(done.stdout)
    assert count > 20
    assert written == [marker]
