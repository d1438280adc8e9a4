"""What the cases do not reach."""

import ast
import asyncio
import hashlib
import json
import os
import pickle
import shutil
import ssl
import subprocess
import tempfile
import threading
import unittest
from datetime import date, datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, Dict, List, Optional
from unittest import mock

import schoolgate
from schoolgate import AsyncSchoolgate, Schoolgate, models
from schoolgate._moments import format_moment, parse_moment
from schoolgate._tls import parse_fingerprint

from .stub import KEY, Stub
from .test_cases import Clock

OU = {"id": "ou_1", "name": "Grade-9"}


def exchange(
    response: Any, method: str = "GET", path: str = "/v1/ous/ou_1", **request: Any
) -> Dict[str, Any]:
    return {"request": {"method": method, "path": path, **request}, "response": response}


class Construction(unittest.TestCase):
    def test_environment(self) -> None:
        """takes key and address from the environment"""
        with Stub([exchange({"status": 200, "body": OU})]) as stub:
            values = {"SCHOOLGATE_API_KEY": KEY, "SCHOOLGATE_BASE_URL": stub.base_url + "/"}
            with mock.patch.dict(os.environ, values), Schoolgate() as client:
                self.assertEqual("Grade-9", client.ous.get("ou_1").name)
        self.assertEqual([], stub.faults)

    def test_missing(self) -> None:
        """says at once what is missing or malformed"""
        with mock.patch.dict(os.environ, {"SCHOOLGATE_API_KEY": "", "SCHOOLGATE_BASE_URL": ""}):
            for kind in (Schoolgate, AsyncSchoolgate):
                with self.assertRaisesRegex(ValueError, "SCHOOLGATE_API_KEY"):
                    kind(base_url="https://x.example")
                with self.assertRaisesRegex(ValueError, "SCHOOLGATE_BASE_URL"):
                    kind(KEY)
                for address in ("x.example", "ftp://x.example", "https://u:p@x.example", "https://x?y=1"):
                    with self.assertRaises(ValueError):
                        kind(KEY, address)
                with self.assertRaises(ValueError):
                    kind(KEY, "http://x.example", fingerprint="a" * 64)
                with self.assertRaisesRegex(ValueError, "exclude"):
                    kind(KEY, "https://x.example", fingerprint="a" * 64, ca="ca.pem")

    def test_prefix(self) -> None:
        """keeps the path of the address"""
        with Stub([exchange({"status": 200, "body": OU}, path="/gate/v1/ous/ou_1")]) as stub:
            with Schoolgate(KEY, f"{stub.base_url}/gate/") as client:
                client.ous.get("ou_1")
        self.assertEqual([], stub.faults)

    def test_proxy(self) -> None:
        """goes through a proxy"""
        for kind in (Schoolgate, AsyncSchoolgate):
            with Stub([exchange({"status": 200, "body": OU})]) as stub:
                client = kind(KEY, "http://school.example", proxy=stub.base_url)
                got = client.ous.get("ou_1")
                ou = asyncio.run(got) if isinstance(client, AsyncSchoolgate) else got
                self.assertEqual("Grade-9", ou.name)
            self.assertEqual([], stub.faults)

    def test_key_is_hidden(self) -> None:
        """shows the key in no text of the client, and cannot be pickled"""
        for client in (Schoolgate(KEY, "http://127.0.0.1:1"), AsyncSchoolgate(KEY, "http://127.0.0.1:1")):
            for text in (repr(client), str(client), repr(client._core), f"{client.devices!r}"):
                self.assertNotIn(KEY, text)
            with self.assertRaises(TypeError):
                pickle.dumps(client)

    def test_closed(self) -> None:
        """may be closed twice, and then says so"""
        client = Schoolgate(KEY, "http://127.0.0.1:1")
        client.close()
        client.close()
        with self.assertRaisesRegex(schoolgate.SchoolgateError, "closed"):
            client.ous.get("ou_1")

    def test_ids(self) -> None:
        """refuses an id that would lead to another path, before it sends"""
        with Stub([]) as stub, Schoolgate(KEY, stub.base_url) as client:
            for bad in ("", ".", ".."):
                with self.assertRaises(ValueError):
                    client.ous.get(bad)
        self.assertEqual((0, []), (stub.came, stub.faults))

    def test_user_agent(self) -> None:
        """puts the caller's product in front of its own"""
        with Schoolgate(KEY, "http://127.0.0.1:1", user_agent="sis-sync/1.2") as client:
            self.assertRegex(
                client._core.agent, r"^sis-sync/1\.2 schoolgate-python/\d+\.\d+\.\d+ python/3\.\d+\.\d+"
            )


class Calls(unittest.TestCase):
    def test_hooks(self) -> None:
        """tells its hooks of requests, answers and retries, and minds no exception in them"""
        heard: List[Any] = []

        def hear(info: Any) -> None:
            heard.append(info)
            raise RuntimeError("a fault of the caller")

        clock = Clock()
        answers = [exchange({"status": 500}), exchange({"status": 200, "body": OU})]
        with Stub(answers) as stub:
            hooks = {"on_request": hear, "on_response": hear, "on_retry": hear}
            with Schoolgate(KEY, stub.base_url, _seams=clock.seams, **hooks) as client:
                client.ous.get("ou_1")
        kinds = [type(one).__name__ for one in heard]
        once = ["RequestInfo", "ResponseInfo"]
        self.assertEqual([*once, "RetryInfo", *once], kinds)
        self.assertEqual([1, 1, 1, 2, 2], [one.attempt for one in heard])
        self.assertEqual([500, 200], [one.status for one in heard if hasattr(one, "status")])
        self.assertNotIn(KEY, repr(heard))

    def test_rate_limit(self) -> None:
        """remembers the rate limit"""
        headers = {"x-ratelimit-limit": "100", "x-ratelimit-remaining": "7", "x-ratelimit-reset": "1795168860"}
        with Stub([exchange({"status": 200, "body": OU, "headers": headers})]) as stub:
            with Schoolgate(KEY, stub.base_url) as client:
                self.assertIsNone(client.rate_limit)
                client.ous.get("ou_1")
                limit = client.rate_limit
        assert limit is not None
        self.assertEqual((100, 7), (limit.limit, limit.remaining))
        self.assertEqual(datetime(2026, 11, 20, 10, 1, tzinfo=timezone.utc), limit.reset)

    def test_etag(self) -> None:
        """sends the ETag of an object that it got"""
        read = exchange({"status": 200, "body": OU, "headers": {"etag": '"7"'}})
        sent = {"headers": {"if-match": '"7"'}, "body": {"name": "Year-9"}}
        change = exchange({"status": 200, "body": OU}, "PATCH", **sent)
        with Stub([read, change]) as stub, Schoolgate(KEY, stub.base_url) as client:
            ou = client.ous.get("ou_1")
            self.assertEqual('"7"', schoolgate.etag_of(ou))
            with self.assertRaisesRegex(ValueError, "ETag"):
                client.ous.update("ou_1", name="x", if_match=models.Ou.from_dict(OU))
            client.ous.update("ou_1", name="Year-9", if_match=ou)
        self.assertEqual([], stub.faults)

    def test_moments_in_queries(self) -> None:
        """takes days and moments as the bounds of a period, and no moment without a zone"""
        query = {"from": "2026-11-20", "to": "2026-11-20T10:00:00.000Z"}
        empty = {"data": [], "total": 0, "page": 1, "limit": 50, "hasMore": False, "nextCursor": None}
        answer = exchange({"status": 200, "body": empty}, path="/v1/logs", query=query)
        zone = timezone(timedelta(hours=1))
        with Stub([answer]) as stub, Schoolgate(KEY, stub.base_url) as client:
            client.logs.list(from_=date(2026, 11, 20), to=datetime(2026, 11, 20, 11, tzinfo=zone))
            with self.assertRaisesRegex(ValueError, "time zone"):
                client.logs.list(from_=datetime(2026, 11, 20))
        self.assertEqual([], stub.faults)

    def test_models_are_taken(self) -> None:
        """takes a model where it takes a mapping"""
        body = {"scope": {"type": "ou", "id": "/A"}, "site": "x.example", "ttlMinutes": 5}
        answer = exchange({"status": 201, "body": {"id": "ovr_1"}}, "POST", "/v1/overrides", body=body)
        with Stub([answer]) as stub, Schoolgate(KEY, stub.base_url) as client:
            client.overrides.create(
                scope=models.OverrideInputScopeOu(id="/A"), site="x.example", ttl_minutes=5, reason=schoolgate.UNSET
            )
        self.assertEqual([], stub.faults)

    def test_nobody_listens(self) -> None:
        """tells that nobody listens, and keeps the cause"""
        with Stub([]) as stub:
            address = stub.base_url
        with Schoolgate(KEY, address, max_retries=0) as client:
            with self.assertRaises(schoolgate.NetworkError) as caught:
                client.ous.get("ou_1")
        self.assertIsNotNone(caught.exception.__cause__)

    def test_wait_for_ends(self) -> None:
        """stops waiting for a command that does not end"""
        clock = Clock()
        command = {"id": "cmd_1", "status": "sent"}
        answers = [exchange({"status": 200, "body": command}, path="/v1/commands/cmd_1")] * 3
        with Stub(answers) as stub:
            with Schoolgate(KEY, stub.base_url, _seams=clock.seams) as client:
                with self.assertRaises(schoolgate.CallTimeoutError):
                    client.commands.wait_for("cmd_1", timeout=3, interval=1)
        self.assertEqual((3, [1000.0, 1000.0]), (stub.came, clock.waits))

    def test_too_long(self) -> None:
        """refuses an answer that is too long"""
        text = " " * 1000
        for is_async in (False, True):
            with mock.patch("schoolgate._client.MAX_BODY_BYTES", 999):
                with mock.patch("schoolgate._async_client.MAX_BODY_BYTES", 999):
                    with Stub([exchange({"status": 200, "text": text})]) as stub:
                        with self.assertRaises(schoolgate.UnexpectedAnswerError):
                            self.get(stub.base_url, is_async)

    def get(self, base_url: str, is_async: bool) -> None:
        async def ask() -> None:
            async with AsyncSchoolgate(KEY, base_url) as client:
                await client.ous.get("ou_1")

        if is_async:
            asyncio.run(ask())
        else:
            with Schoolgate(KEY, base_url) as client:
                client.ous.get("ou_1")

    def test_errors_can_be_pickled(self) -> None:
        """makes errors that go from one process to another"""
        error = schoolgate.NotFoundError(404, {"code": "not_found"}, request_id="req_1")
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((404, "not_found", "req_1"), (again.status, again.code, again.request_id))


class Sources(unittest.TestCase):
    def test_syntax(self) -> None:
        """has no syntax that Python 3.9 does not know"""
        files = sorted(Path(schoolgate.__file__).parent.rglob("*.py"))
        self.assertGreater(len(files), 15)
        for file in files:
            ast.parse(file.read_text("utf-8"), str(file), feature_version=(3, 9))


class Models(unittest.TestCase):
    def test_moments(self) -> None:
        """reads moments of every form that RFC 3339 knows"""
        ten = datetime(2026, 11, 20, 10, tzinfo=timezone.utc)
        for text, wanted in (
            ("2026-11-20T10:00:00Z", ten),
            ("2026-11-20t10:00:00.5z", ten.replace(microsecond=500_000)),
            ("2026-11-20T11:30:00.123456789+01:30", ten.replace(microsecond=123_456)),
            ("2026-11-20T02:00:00-08:00", ten),
            ("2026-11-20T09:59:60Z", ten.replace(hour=9, minute=59, second=59)),
        ):
            self.assertEqual(wanted, parse_moment(text))
        for text in ("2026-11-20", "2026-11-20T10:00:00", "2026-13-20T10:00:00Z", "soon"):
            with self.assertRaises(ValueError):
                parse_moment(text)

    def test_written_moments(self) -> None:
        """writes moments in UTC, and refuses one without a zone"""
        moment = datetime(2026, 11, 20, 11, 0, 0, 123_456, timezone(timedelta(hours=1)))
        self.assertEqual("2026-11-20T10:00:00.123456Z", format_moment(moment))
        with self.assertRaises(ValueError):
            format_moment(datetime(2026, 11, 20))

    def test_unknown(self) -> None:
        """keeps what it does not know, and leaves as it is what does not fit"""
        data = {"id": "dev_1", "colour": {"a": 1}, "lastSeen": "soon", "tags": "none", "lock": 5}
        device = models.Device.from_dict(data)
        self.assertEqual({"colour": {"a": 1}}, device.extra)
        self.assertEqual(("soon", "none", 5), (device.last_seen, device.tags, device.lock))
        self.assertIsNone(device.name)
        made = device.to_dict()
        self.assertEqual(data, {name: made[name] for name in data})

    def test_secrets_are_hidden(self) -> None:
        """shows no secret in a representation"""
        webhook = models.CreatedWebhook.from_dict({"id": "whk_1", "secret": "whsec_x"})
        self.assertEqual("whsec_x", webhook.secret)
        self.assertNotIn("whsec_x", repr(webhook))

    def test_event(self) -> None:
        """gives an event the data of its type"""
        event = models.Event.from_dict({"type": "device.offline", "data": {"reason": "silence"}})
        self.assertIsInstance(event.data, models.DeviceOfflineData)
        event = models.Event.from_dict({"type": "device.offline", "data": {"truncated": True}})
        self.assertIsInstance(event.data, models.TruncatedEventData)
        event = models.Event.from_dict({"type": "device.teleported", "data": {"to": "the moon"}})
        self.assertEqual({"to": "the moon"}, event.data)


class Tls(unittest.TestCase):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        if shutil.which("openssl") is None:
            raise unittest.SkipTest("there is no openssl")
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        run = [
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=CA -keyout ca.key -out ca.pem "
            "-addext keyUsage=critical,keyCertSign",
            "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=school -keyout own.key -out own.csr",
            "x509 -req -in own.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile ext -out own.pem",
        ]
        (cls.folder / "ext").write_text("subjectAltName=IP:127.0.0.1\n")
        for line in run:
            subprocess.run(["openssl", *line.split()], cwd=cls.folder, check=True, capture_output=True)

    def fingerprint(self, name: str) -> str:
        der = ssl.PEM_cert_to_DER_cert((self.folder / name).read_text())
        return hashlib.sha256(der).hexdigest()

    def asked(self, tells_ca: bool, **options: Any) -> List[Optional[str]]:
        """What the requests had as their Authorization, when a client asks once."""
        pem = (self.folder / "ca.pem").read_text()
        authority = json.dumps({"certificateAuthority": pem}).encode()
        heard: List[Optional[str]] = []

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                heard.append(self.headers["authorization"])
                is_ca = self.path == "/agent/v1/ca"
                body = authority if is_ca else b'{"id":"ou_1","name":"Grade-9"}'
                self.send_response(404 if is_ca and not tells_ca else 200)
                self.end_headers()
                self.wfile.write(b"" if is_ca and not tells_ca else body)

        server = HTTPServer(("127.0.0.1", 0), Handler)
        server.handle_error = lambda *_: None  # type: ignore[method-assign]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "own.pem", self.folder / "own.key")
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        address = f"https://127.0.0.1:{server.server_port}"
        try:
            with Schoolgate(KEY, address, max_retries=0, **options) as client:
                client.ous.get("ou_1")
            if "fingerprint" in options:
                asyncio.run(self.ask_async(address, options))
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
        return heard

    async def ask_async(self, address: str, options: Dict[str, Any]) -> None:
        async with AsyncSchoolgate(KEY, address, **options) as client:
            await client.ous.get("ou_1")

    def test_stranger(self) -> None:
        """does not send the key to a server that nobody vouches for"""
        with self.assertRaises(schoolgate.NetworkError):
            self.asked(True)

    def test_ca(self) -> None:
        """trusts a given authority, as a text and as a file"""
        file = self.folder / "ca.pem"
        for ca in (file, str(file), file.read_text()):
            self.assertEqual([f"Bearer {KEY}"], self.asked(True, ca=ca))

    def test_fingerprint_of_authority(self) -> None:
        """trusts the authority with the fingerprint, and asks for it without the key"""
        given = self.fingerprint("ca.pem")
        with_colons = ":".join(given[i : i + 2] for i in range(0, 64, 2)).upper()
        for one in (given, with_colons):
            self.assertEqual([None, f"Bearer {KEY}"] * 2, self.asked(True, fingerprint=one))

    def test_fingerprint_of_server(self) -> None:
        """trusts the server's own certificate by its fingerprint"""
        heard = self.asked(False, fingerprint=self.fingerprint("own.pem"))
        self.assertEqual([None, f"Bearer {KEY}"] * 2, heard)

    def test_other_fingerprint(self) -> None:
        """does not send the key to a server with another fingerprint"""
        with self.assertRaisesRegex(schoolgate.SchoolgateError, "fingerprint"):
            self.asked(True, fingerprint="0" * 64)

    def test_forms(self) -> None:
        """reads a fingerprint as base64url too, and nothing else"""
        self.assertEqual(bytes(range(32)), parse_fingerprint("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"))
        for bad in ("", "abc", "0" * 63, "sha256:" + "0" * 64):
            with self.assertRaises(ValueError):
                parse_fingerprint(bad)
