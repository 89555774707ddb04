"""The files in deploy/: each is checked by its own tool or schema, and nginx runs before a server."""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import InvalidStatus

from tests.server.server_process import Player, Server, start_match
from turnwright.cli.serve_config import read_settings

DEPLOY = Path(__file__).parent.parent / "deploy"
TOOLS = Path(sys.executable).parent
NO_NGINX = "nginx is not installed. Install the package nginx-light."


def run(*command: str | Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(text: str) -> dict[str, str]:
    lines = [line.partition("#")[0] if line.startswith("#") else line for line in text.splitlines()]
    return dict(line.split("=", 1) for line in lines if "=" in line)


def check_settings(variables: dict[str, str]) -> None:
    """Every variable must be a setting and its value must be valid."""
    given = {name: value for name, value in variables.items() if name.startswith("TURNWRIGHT_")}
    settings = read_settings({}, given)
    for name in given:
        key = name.removeprefix("TURNWRIGHT_").lower()
        assert hasattr(settings, key) or hasattr(settings.lab, key.removeprefix("lab_")), name


def test_the_dockerfile_passes_its_linter_and_needs_no_root() -> None:
    run(TOOLS / "hadolint", DEPLOY / "Dockerfile")
    text = (DEPLOY / "Dockerfile").read_text()
    build, final = text.split("\nFROM ")[1:]
    assert "AS build" in build
    assert re.search(r"^USER \d+$", final, re.MULTILINE), (
        "a number, so that Kubernetes can check it"
    )
    assert "HEALTHCHECK" in final
    variables = dict(re.findall(r"\b(TURNWRIGHT_\w+)=(\S+)", final))
    check_settings(variables)
    for name in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        for source in name.split():
            assert (DEPLOY.parent / source).exists(), source


def test_the_compose_file_fits_its_schema() -> None:
    run(
        TOOLS / "check-jsonschema",
        "--builtin-schema",
        "vendor.compose-spec",
        DEPLOY / "compose.yaml",
    )
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    server = services["server"]
    check_settings(server["environment"])
    assert server["read_only"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).is_file()
    assert "ports" not in server, "only the proxy is reachable"
    assert services["db"]["healthcheck"]
    drain = environment((DEPLOY / "turnwright.env.example").read_text())["TURNWRIGHT_DRAIN_SECONDS"]
    assert int(server["stop_grace_period"].removesuffix("s")) > int(drain)


def test_the_example_of_an_environment_has_only_settings() -> None:
    text = (DEPLOY / "turnwright.env.example").read_text()
    check_settings(environment(text))
    check_settings(environment(text.replace("# TURNWRIGHT_DB", "TURNWRIGHT_DB")))


def test_the_unit_waits_for_the_drain_and_is_sandboxed() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "turnwright.service")
    service = dict(unit["Service"])
    drain = environment((DEPLOY / "turnwright.env.example").read_text())["TURNWRIGHT_DRAIN_SECONDS"]
    assert int(service["TimeoutStopSec"]) > int(drain)
    assert service["ExecStart"].endswith("turnwright serve")
    assert service["DynamicUser"] == service["NoNewPrivileges"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""


# --- metrics --------------------------------------------------------------------------------------


def expressions() -> list[str]:
    alerts = yaml.safe_load((DEPLOY / "alerts.yml").read_text())
    rules = [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    panels = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return [*rules, *(text.replace("$__rate_interval", "5m") for text in panels)]


def metrics_in(expression: str) -> set[str]:
    """Parse an expression of Prometheus and return the metrics it reads."""
    parsed = promql_parser.parse(expression)
    words = re.findall(
        r"[a-zA-Z_:][\w:]*(?=[\[{]|\s|$|\))", re.sub(r"\{[^}]*\}", "{}", str(parsed))
    )
    return {word for word in words if word.startswith(("turnwright_", "process_", "up"))}


def test_every_metric_of_alerts_and_dashboard_exists(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann, _ = start_match(server)
        ann.ask("action", actionType="nothing")  # a refusal
        text = server.ask("/metrics")[2].decode()
    known = {s.name for family in text_string_to_metric_families(text) for s in family.samples}
    read = {name for text in expressions() for name in metrics_in(text)}
    assert len(read) > 15
    assert read - known == {"up"}, "Prometheus itself writes `up`"


def test_a_wrong_expression_would_be_found() -> None:
    with pytest.raises(ValueError, match=r"."):
        promql_parser.parse("rate(turnwright_commits_total)[5m")
    assert metrics_in("rate(turnwright_x_total{a='b'}[5m]) > 5") == {"turnwright_x_total"}


# --- behind nginx ---------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def behind_nginx(tmp_path: Path) -> Iterator[tuple[Server, int, ssl.SSLContext]]:
    """A server, the TLS port of nginx in front of it, and a context that trusts its certificate."""
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None:
        pytest.fail(NO_NGINX) if os.environ.get("CI") == "true" else pytest.skip(NO_NGINX)
    name, port = "games.example.org", free_port()
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}",
        "-keyout", key, "-out", certificate)  # fmt: skip
    with Server(tmp_path, proxies=["127.0.0.1"], max_sockets_per_address=2) as server:
        site = (DEPLOY / "nginx.conf").read_text()
        for old, new in {
            "/etc/letsencrypt/live/games.example.org": str(tmp_path),
            "127.0.0.1:8000": f"127.0.0.1:{server.port}",
            "listen 443": f"listen 127.0.0.1:{port}",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
        }.items():
            assert old in site
            site = site.replace(old, new)
        (tmp_path / "site.conf").write_text(site)
        temporary = " ".join(
            f"{kind}_temp_path {tmp_path}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.geteuid() == 0 else ""  # its workers read the test's folder
        (tmp_path / "nginx.conf").write_text(
            f"daemon off; {user} pid {tmp_path}/nginx.pid; error_log {tmp_path}/error.log;\n"
            f"events {{}}\nhttp {{ access_log off; {temporary} include {tmp_path}/site.conf; }}\n"
        )
        options = ["-p", tmp_path, "-c", tmp_path / "nginx.conf", "-e", tmp_path / "error.log"]
        run(nginx, "-t", *options)
        command = [nginx, *options]
        process = subprocess.Popen([str(word) for word in command])
        try:
            _wait_for(port)
            yield server, port, ssl.create_default_context(cafile=str(certificate))
        finally:
            process.terminate()
            process.wait(timeout=30)


def _wait_for(port: int) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < until, "nginx does not listen"
            time.sleep(0.02)


def get(port: int, context: ssl.SSLContext, path: str) -> tuple[int, bytes]:
    """Send a request to nginx on this machine under the name of its site."""
    raw = socket.create_connection(("127.0.0.1", port), timeout=30)
    with context.wrap_socket(raw, server_hostname="games.example.org") as secure:
        host = f"Host: games.example.org:{port}"
        secure.sendall(f"GET {path} HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n".encode())
        data = b""
        while part := secure.recv(65536):
            data += part
    return int(data.split()[1]), data.partition(b"\r\n\r\n")[2]


def test_a_match_is_played_behind_nginx_with_tls(behind_nginx) -> None:
    server, port, context = behind_nginx
    assert get(port, context, "/")[0] == 200
    assert b'"status":"ok"' in get(port, context, "/health")[1]
    for path in ("/metrics", "/admin/rooms", "/admin/drain"):
        assert get(port, context, path)[0] == 404
    # The client reads and writes in two threads. Session tickets of TLS 1.3 arrive after the handshake,
    # and the thread that reads them can then block the other one for ever.
    context.maximum_version = ssl.TLSVersion.TLSv1_2

    def join(address: str, **fields: Any) -> Player:
        """Join from an address of this machine, and claim to be forwarded for somebody else."""
        raw = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        name = f"games.example.org:{port}"
        player = Player(
            f"wss://{name}/socket", sock=raw, ssl=context, server_hostname="games.example.org",
            origin=f"https://{name}", additional_headers={"X-Forwarded-For": "203.0.113.7"},
        )  # fmt: skip
        server.players.append(player)
        return player.join("table", **fields)

    ann, ben = join("127.0.0.2", name="Ann", game="tictactoe"), join("127.0.0.2", name="Ben")
    for player in (ann, ben):
        player.send("ready")
    for player in (ann, ben):
        player.receive("state_update")
        player.drain()
    by_seat = {player.seat: player for player in (ann, ben)}
    mover = by_seat[ann.state["acting"][0]]
    option = mover.state["options"][0]
    assert mover.act(option["actionType"], payload=option["payload"])["type"] == "ack"
    # An address may have two sockets. The server knows it from nginx, whatever a client claims.
    with pytest.raises(InvalidStatus, match="503"):
        join("127.0.0.2", spectate=True)
    assert join("127.0.0.3", spectate=True).room == "table"
