# Made from sdk/cases by `npm run sdk`. Nobody edits it.
"""The call of each case, as the guide shows it."""

from datetime import datetime
from typing import Any, Callable, Dict


def call_1(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_2(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_3(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_4(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_5(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_6(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_7(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_8(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_9(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_10(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_11(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_12(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_13(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_14(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_15(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_16(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_17(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_18(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_19(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_20(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_21(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_22(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_23(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_24(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_25(client: Any) -> Any:
    return client.ous.list()


def call_26(client: Any) -> Any:
    return client.events.follow(6)


def call_27(client: Any) -> Any:
    return client.events.follow()


def call_28(client: Any) -> Any:
    return client.events.follow(6)


def call_29(client: Any) -> Any:
    return client.events.follow(0, type=["device.*", "alert.created"])


def call_30(client: Any) -> Any:
    return client.events.follow(3)


def call_31(client: Any) -> Any:
    return client.events.follow(6)


def call_32(client: Any) -> Any:
    return client.commands.wait_for("cmd_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_33(client: Any) -> Any:
    return client.commands.wait_for("cmd_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_34(client: Any) -> Any:
    return client.ous.list(limit=2)


def call_35(client: Any) -> Any:
    return client.devices.list(status="online", tag=["library", "cart 3"])


def call_36(client: Any) -> Any:
    return client.ous.list()


def call_37(client: Any) -> Any:
    return client.ous.list()


def call_38(client: Any) -> Any:
    return client.ous.list(q="nobody")


def call_39(client: Any) -> Any:
    return client.logs.list()


def call_40(client: Any) -> Any:
    return client.logs.list()


def call_41(client: Any) -> Any:
    return client.ous.list(cursor="c1")


def call_42(client: Any) -> Any:
    return client.ous.list(page=2, limit=1)


def call_43(client: Any) -> Any:
    return client.ous.list()


def call_44(client: Any) -> Any:
    return client.ous.list()


def call_45(client: Any) -> Any:
    return client.ous.list()


def call_46(client: Any) -> Any:
    return client.users.get("a/b c?d#e%")


def call_47(client: Any) -> Any:
    return client.categories.get("ñ九")


def call_48(client: Any) -> Any:
    return client.users.list(q="Müller & Söhne + 1=2?#%", ou="/Springfield/Año 9")


def call_49(client: Any) -> Any:
    return client.commands.list(status=["queued", "sent"], type=["lock", "unlock"])


def call_50(client: Any) -> Any:
    return client.devices.list(min_battery=0, max_battery=15)


def call_51(client: Any) -> Any:
    return client.policies.list(enabled=False)


def call_52(client: Any) -> Any:
    return client.users.update("usr_01kafw2n7qd5g8h1j3k6m9p2rs", external_id=None, grade="10")


def call_53(client: Any) -> Any:
    return client.users.update("usr_01kafw2n7qd5g8h1j3k6m9p2rs", name="Ana", if_match="\"7\"")


def call_54(client: Any) -> Any:
    return client.ous.delete("ou_01kafw2n7qd5g8h1j3k6m9p2r9", if_match="\"7\"")


def call_55(client: Any) -> Any:
    return client.devices.lock("dev_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_56(client: Any) -> Any:
    return client.devices.lock("dev_01kafw2n7qd5g8h1j3k6m9p2rs", wait=30)


def call_57(client: Any) -> Any:
    return client.webhooks.rotate_secret("whk_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_58(client: Any) -> Any:
    return client.ous.create(name="Año 9 · 九年级 🎒 \"x\" \\ y")


def call_59(client: Any) -> Any:
    return client.overrides.create(
        scope={"type": "ou", "id": "/Springfield/High"},
        site="wiki.example",
        ttl_minutes=10080,
        reason=None,
    )


def call_60(client: Any) -> Any:
    return client.devices.command("dev_01kafw2n7qd5g8h1j3k6m9p2rs", type="unlock")


def call_61(client: Any) -> Any:
    return client.reports.weekly_csv()


def call_62(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_63(client: Any) -> Any:
    return client.users.batch(
        upsert=True,
        users=[
            {"externalId": "SIS-1001", "email": "ana@x.example", "name": "Ana", "role": "student"},
            {"externalId": "SIS-1002", "email": "not an address", "name": "Ben", "role": "student"},
        ],
    )


def call_64(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_65(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_66(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_67(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_68(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_69(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_70(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_71(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_72(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_73(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_74(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_75(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_76(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_77(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_78(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_79(client: Any) -> Any:
    return client.overrides.create(
        scope={"type": "student", "id": "ana@x.example"},
        site="wiki.example",
        ttl_minutes=60,
    )


def call_80(client: Any) -> Any:
    return client.overrides.create(
        scope={"type": "student", "id": "ana@x.example"},
        site="wiki.example",
        ttl_minutes=60,
    )


def call_81(client: Any) -> Any:
    return client.overrides.create(
        scope={"type": "student", "id": "ana@x.example"},
        site="wiki.example",
        ttl_minutes=60,
        idempotency_key="ticket-4711",
    )


def call_82(client: Any) -> Any:
    return client.overrides.create(
        scope={"type": "student", "id": "ana@x.example"},
        site="wiki.example",
        ttl_minutes=60,
    )


def call_83(client: Any) -> Any:
    return client.overrides.create(
        scope={"type": "student", "id": "ana@x.example"},
        site="wiki.example",
        ttl_minutes=60,
    )


def call_84(client: Any) -> Any:
    return client.ous.update("ou_01kafw2n7qd5g8h1j3k6m9p2r9", name="Year-9")


def call_85(client: Any) -> Any:
    return client.ous.update("ou_01kafw2n7qd5g8h1j3k6m9p2r9", name="Year-9")


def call_86(client: Any) -> Any:
    return client.ous.update("ou_01kafw2n7qd5g8h1j3k6m9p2r9", name="Year-9")


def call_87(client: Any) -> Any:
    return client.ous.delete("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_88(client: Any) -> Any:
    return client.ous.delete("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_89(client: Any) -> Any:
    return client.ous.delete("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_90(client: Any) -> Any:
    return client.ous.delete("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_91(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_92(client: Any) -> Any:
    return client.overrides.create(
        scope={"type": "student", "id": "ana@x.example"},
        site="wiki.example",
        ttl_minutes=60,
    )


def call_93(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_94(client: Any) -> Any:
    return client.devices.get("dev_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_95(client: Any) -> Any:
    return client.devices.get("dev_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_96(client: Any) -> Any:
    return client.devices.get("dev_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_97(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_98(client: Any) -> Any:
    return client.logs.list()


def call_99(client: Any) -> Any:
    return client.devices.get("dev_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_100(client: Any) -> Any:
    return client.ous.create(name="Grade-9")


def call_101(client: Any) -> Any:
    return client.events.list()


def call_102(client: Any) -> Any:
    return client.events.list()


def call_103(client: Any) -> Any:
    return client.ous.get("ou_01kafw2n7qd5g8h1j3k6m9p2r9")


def call_104(client: Any) -> Any:
    return client.access_requests.list(status="open")


def call_105(client: Any) -> Any:
    return client.access_requests.get("acr_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_106(client: Any) -> Any:
    return client.access_requests.decide(
        "acr_01kafw2n7qd5g8h1j3k6m9p2rs",
        decision="allow",
        for_="student",
        ttl_minutes=45,
        words="Until the end of the lesson",
    )


def call_107(client: Any) -> Any:
    return client.access_requests.decide(
        "acr_01kafw2n7qd5g8h1j3k6m9p2rs",
        decision="refuse",
        words="Use the library, please",
    )


def call_108(client: Any) -> Any:
    return client.activity.list(user="ana@x.example", flagged=True)


def call_109(client: Any) -> Any:
    return client.alert_notifications.get()


def call_110(client: Any) -> Any:
    return client.alert_notifications.update(
        recipients=[
            {
                "ou": "/Springfield/High",
                "emails": ["counsellor@school.example"],
                "minSeverity": "high",
            },
        ],
        quiet_hours={"from": "18:00", "to": "07:00", "days": ["mon", "tue", "wed", "thu", "fri"]},
    )


def call_111(client: Any) -> Any:
    return client.alert_rules.list()


def call_112(client: Any) -> Any:
    return client.alert_rules.get("low_battery")


def call_113(client: Any) -> Any:
    return client.alert_rules.update("low_battery", severity="low", low=10)


def call_114(client: Any) -> Any:
    return client.alerts.list(severity=["high", "critical"], status="open")


def call_115(client: Any) -> Any:
    return client.alerts.get("alt_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_116(client: Any) -> Any:
    return client.alerts.update(
        "alt_01kafw2n7qd5g8h1j3k6m9p2rs",
        note="Talked to Ana",
        status="acknowledged",
    )


def call_117(client: Any) -> Any:
    return client.attention.get()


def call_118(client: Any) -> Any:
    return client.campuses.list()


def call_119(client: Any) -> Any:
    return client.campuses.get("cam_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_120(client: Any) -> Any:
    return client.campuses.create(
        name="High",
        bssids=[],
        cidrs=["203.0.113.0/24"],
        gateway_macs=["00:00:5e:00:53:01"],
        geofence={"lat": 40.4, "lon": -3.7, "radiusMeters": 400},
        ssids=["Springfield"],
    )


def call_121(client: Any) -> Any:
    return client.campuses.update(
        "cam_01kafw3v5xe8m9t2q4r6y8b0cd",
        cidrs=["203.0.113.0/24", "2001:db8::/32"],
    )


def call_122(client: Any) -> Any:
    return client.campuses.delete("cam_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_123(client: Any) -> Any:
    return client.categories.list()


def call_124(client: Any) -> Any:
    return client.categories.get("games")


def call_125(client: Any) -> Any:
    return client.categories.look_up(domain="www.play.example")


def call_126(client: Any) -> Any:
    return client.categories.catalogue()


def call_127(client: Any) -> Any:
    return client.categories.sources.list()


def call_128(client: Any) -> Any:
    return client.categories.sources.get("our-games")


def call_129(client: Any) -> Any:
    return client.categories.sources.create(
        category="games",
        format="plain",
        id="our-games",
        location="https://lists.example/games.txt",
    )


def call_130(client: Any) -> Any:
    return client.categories.sources.update(
        "our-games",
        location="https://lists.example/games-2.txt",
    )


def call_131(client: Any) -> Any:
    return client.categories.sources.delete("our-games")


def call_132(client: Any) -> Any:
    return client.categories.sources.start_update("our-games")


def call_133(client: Any) -> Any:
    return client.categories.sources.release("our-games", accept=["play.example"])


def call_134(client: Any) -> Any:
    return client.categories.suggestions.list(status="open")


def call_135(client: Any) -> Any:
    return client.categories.suggestions.get("sug_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_136(client: Any) -> Any:
    return client.categories.suggestions.create(
        category="games",
        domain="play.example",
        kind="missing",
    )


def call_137(client: Any) -> Any:
    return client.categories.suggestions.decide("sug_01kafw2n7qd5g8h1j3k6m9p2rs", status="accepted")


def call_138(client: Any) -> Any:
    return client.classroom.sessions.list(status="active")


def call_139(client: Any) -> Any:
    return client.classroom.sessions.get("cls_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_140(client: Any) -> Any:
    return client.classroom.sessions.create(
        name="Maths 9B",
        allowed_urls=["geogebra.org"],
        duration_minutes=50,
        mode="focus",
        student_emails=["ana@x.example"],
        teacher="tea@x.example",
    )


def call_141(client: Any) -> Any:
    return client.classroom.sessions.update("cls_01kafw2n7qd5g8h1j3k6m9p2rs", duration_minutes=60)


def call_142(client: Any) -> Any:
    return client.classroom.sessions.end("cls_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_143(client: Any) -> Any:
    return client.commands.list(type="lock", device_id="dev_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_144(client: Any) -> Any:
    return client.commands.get("cmd_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_145(client: Any) -> Any:
    return client.commands.cancel("cmd_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_146(client: Any) -> Any:
    return client.commands.send_batch(
        type="lock",
        filter={"ou": ["/Springfield/High"]},
        params={"message": "Assembly"},
    )


def call_147(client: Any) -> Any:
    return client.commands.preview_batch(
        type="lock",
        filter={"ou": ["/Springfield/High"]},
        params={"message": "Assembly"},
    )


def call_148(client: Any) -> Any:
    return client.commands.list_batches(status="running")


def call_149(client: Any) -> Any:
    return client.commands.get_batch("bat_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_150(client: Any) -> Any:
    return client.commands.retry_batch(
        "bat_01kafw3v5xe8m9t2q4r6y8b0cd",
        statuses=["failed", "expired"],
    )


def call_151(client: Any) -> Any:
    return client.commands.cancel_batch("bat_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_152(client: Any) -> Any:
    return client.devices.list(status="online", limit=50)


def call_153(client: Any) -> Any:
    return client.devices.get("dev_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_154(client: Any) -> Any:
    return client.devices.summary(ou=["/Springfield/High"])


def call_155(client: Any) -> Any:
    return client.devices.state("dev_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_156(client: Any) -> Any:
    return client.devices.list_history(
        "dev_01kafw2n7qd5g8h1j3k6m9p2rs",
        type=["device.offline", "device.online"],
    )


def call_157(client: Any) -> Any:
    return client.devices.update("dev_01kafw2n7qd5g8h1j3k6m9p2rs", name="LIB-018", tags=["library"])


def call_158(client: Any) -> Any:
    return client.devices.delete("dev_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_159(client: Any) -> Any:
    return client.devices.command(
        "dev_01kafw2n7qd5g8h1j3k6m9p2rs",
        type="message",
        params={"text": "The library closes in ten minutes."},
        wait=10,
    )


def call_160(client: Any) -> Any:
    return client.devices.lock(
        "dev_01kafw2n7qd5g8h1j3k6m9p2rs",
        duration_minutes=30,
        message="See the office",
        wait=10,
    )


def call_161(client: Any) -> Any:
    return client.devices.list_commands("dev_01kafw2n7qd5g8h1j3k6m9p2rs", status=["queued", "sent"])


def call_162(client: Any) -> Any:
    return client.devices.removal_code("dev_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_163(client: Any) -> Any:
    return client.enrollment_requests.list()


def call_164(client: Any) -> Any:
    return client.enrollment_requests.approve("erq_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_165(client: Any) -> Any:
    return client.enrollment_requests.refuse("erq_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_166(client: Any) -> Any:
    return client.enrollment_tokens.list()


def call_167(client: Any) -> Any:
    return client.enrollment_tokens.create(name="Cart 3", max_uses=30, ou="/Springfield")


def call_168(client: Any) -> Any:
    return client.enrollment_tokens.delete("enr_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_169(client: Any) -> Any:
    return client.events.list(type="device.*", after=1233)


def call_170(client: Any) -> Any:
    return client.events.get("evt_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_171(client: Any) -> Any:
    return client.evidence.get(version=42)


def call_172(client: Any) -> Any:
    return client.evidence.csv(version=42)


def call_173(client: Any) -> Any:
    return client.evidence.list_devices(version=42)


def call_174(client: Any) -> Any:
    return client.logs.list(user="ana@x.example", action="block", from_="2026-11-20", limit=100)


def call_175(client: Any) -> Any:
    return client.organization.get()


def call_176(client: Any) -> Any:
    return client.organization.update(
        help_line="Help desk, room 12, 555 0123",
        holidays=[{"from": "2026-12-21", "to": "2027-01-08", "name": "Winter"}],
        retention={"logsDays": 90},
    )


def call_177(client: Any) -> Any:
    return client.ous.list(ou="/Springfield")


def call_178(client: Any) -> Any:
    return client.ous.get("ou_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_179(client: Any) -> Any:
    return client.ous.create(name="Grade-9", parent_id="/Springfield/High")


def call_180(client: Any) -> Any:
    return client.ous.update("ou_01kafw3v5xe8m9t2q4r6y8b0cd", name="Year-9")


def call_181(client: Any) -> Any:
    return client.ous.delete("ou_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_182(client: Any) -> Any:
    return client.overrides.list(status="active")


def call_183(client: Any) -> Any:
    return client.overrides.get("ovr_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_184(client: Any) -> Any:
    return client.overrides.create(
        site="wiki.example",
        scope={"type": "student", "id": "usr_01kafw2n7qd5g8h1j3k6m9p2rs"},
        reason="Ticket 4711",
        ttl_minutes=120,
    )


def call_185(client: Any) -> Any:
    return client.overrides.delete("ovr_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_186(client: Any) -> Any:
    return client.policies.list(enabled=True)


def call_187(client: Any) -> Any:
    return client.policies.get("pol_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_188(client: Any) -> Any:
    return client.policies.create(
        name="School day",
        rules=[
            {
                "effect": "block",
                "locked": True,
                "match": {"categories": ["games"]},
                "reason": "No games in lessons",
            },
        ],
        schedule={
            "exceptDates": ["2026-12-25"],
            "timezone": "Europe/Madrid",
            "windows": [
                {"days": ["mon", "tue", "wed", "thu", "fri"], "from": "08:00", "to": "15:30"},
            ],
        },
        settings={"activityLevel": "domain", "youtubeRestriction": "strict"},
        target={"ous": ["/Springfield/High"]},
    )


def call_189(client: Any) -> Any:
    return client.policies.update(
        "pol_01kafw2n7qd5g8h1j3k6m9p2rs",
        priority=200,
        settings={"activityLevel": None},
        target={"users": ["ana@x.example"]},
    )


def call_190(client: Any) -> Any:
    return client.policies.delete("pol_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_191(client: Any) -> Any:
    return client.policies.explain(
        url="https://play.example/",
        device_id="dev_01kafw2n7qd5g8h1j3k6m9p2rs",
        at=datetime.fromisoformat("2026-11-20T10:00:00.000+00:00"),
    )


def call_192(client: Any) -> Any:
    return client.policies.preview(
        days=7,
        policy={
            "name": "School day",
            "rules": [
                {
                    "effect": "block",
                    "locked": True,
                    "match": {"categories": ["games"]},
                    "reason": "No games in lessons",
                },
            ],
            "schedule": {
                "exceptDates": ["2026-12-25"],
                "timezone": "Europe/Madrid",
                "windows": [
                    {"days": ["mon", "tue", "wed", "thu", "fri"], "from": "08:00", "to": "15:30"},
                ],
            },
            "settings": {"activityLevel": "domain", "youtubeRestriction": "strict"},
            "target": {"ous": ["/Springfield/High"]},
        },
        replaces="pol_01kafw2n7qd5g8h1j3k6m9p2rs",
    )


def call_193(client: Any) -> Any:
    return client.policies.adoption(ou="/Springfield/High")


def call_194(client: Any) -> Any:
    return client.reports.weekly(week="2026-W47")


def call_195(client: Any) -> Any:
    return client.reports.weekly_csv(week="2026-W47")


def call_196(client: Any) -> Any:
    return client.reports.weekly_html(week="2026-W47")


def call_197(client: Any) -> Any:
    return client.reports.hourly(from_="2026-11-20", ou="/Springfield/High")


def call_198(client: Any) -> Any:
    return client.scopes.list()


def call_199(client: Any) -> Any:
    return client.search.find(q="ana", type=["device", "user"])


def call_200(client: Any) -> Any:
    return client.users.list(ou="/Springfield/High", role="student")


def call_201(client: Any) -> Any:
    return client.users.get("usr_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_202(client: Any) -> Any:
    return client.users.create(
        email="ana@x.example",
        name="Ana Ruiz",
        external_id="SIS-1001",
        grade="9",
        ou="/Springfield/High/Grade-9",
        role="student",
        status="active",
        upsert=True,
    )


def call_203(client: Any) -> Any:
    return client.users.update(
        "usr_01kafw3v5xe8m9t2q4r6y8b0cd",
        grade="10",
        ou="/Springfield/High/Grade-10",
    )


def call_204(client: Any) -> Any:
    return client.users.delete("usr_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_205(client: Any) -> Any:
    return client.users.batch(
        upsert=True,
        users=[
            {
                "email": "ana@x.example",
                "externalId": "SIS-1001",
                "grade": "9",
                "name": "Ana Ruiz",
                "ou": "/Springfield/High/Grade-9",
                "role": "student",
                "status": "active",
            },
        ],
    )


def call_206(client: Any) -> Any:
    return client.webhooks.list(enabled=True)


def call_207(client: Any) -> Any:
    return client.webhooks.get("whk_01kafw3v5xe8m9t2q4r6y8b0cd")


def call_208(client: Any) -> Any:
    return client.webhooks.create(
        url="https://sis.example/hooks",
        events=["device.*"],
        signature="hmac",
    )


def call_209(client: Any) -> Any:
    return client.webhooks.update("whk_01kafw3v5xe8m9t2q4r6y8b0cd", enabled=True)


def call_210(client: Any) -> Any:
    return client.webhooks.delete("whk_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_211(client: Any) -> Any:
    return client.webhooks.secret("whk_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_212(client: Any) -> Any:
    return client.webhooks.rotate_secret("whk_01kafw2n7qd5g8h1j3k6m9p2rs", grace_seconds=86400)


def call_213(client: Any) -> Any:
    return client.webhooks.public_key("whk_01kafw2n7qd5g8h1j3k6m9p2rs")


def call_214(client: Any) -> Any:
    return client.webhooks.test("whk_01kafw2n7qd5g8h1j3k6m9p2rs", event_type="device.offline")


def call_215(client: Any) -> Any:
    return client.webhooks.recover(
        "whk_01kafw2n7qd5g8h1j3k6m9p2rs",
        since=datetime.fromisoformat("2026-11-19T10:00:00.000+00:00"),
        until=datetime.fromisoformat("2026-11-20T10:00:00.000+00:00"),
    )


def call_216(client: Any) -> Any:
    return client.webhooks.event_types()


def call_217(client: Any) -> Any:
    return client.webhooks.deliveries.list("whk_01kafw2n7qd5g8h1j3k6m9p2rs", status="failed")


def call_218(client: Any) -> Any:
    return client.webhooks.deliveries.get(
        "whk_01kafw2n7qd5g8h1j3k6m9p2rs",
        "dlv_01kafw2n7qd5g8h1j3k6m9p2rs",
    )


def call_219(client: Any) -> Any:
    return client.webhooks.deliveries.redeliver(
        "whk_01kafw2n7qd5g8h1j3k6m9p2rs",
        "dlv_01kafw2n7qd5g8h1j3k6m9p2rs",
    )


CALLS: Dict[str, Callable[[Any], Any]] = {
    "tells of validation failed": call_1,
    "tells of expired api key": call_2,
    "tells of plan required": call_3,
    "tells of insufficient scope": call_4,
    "tells of not found": call_5,
    "tells of method not allowed": call_6,
    "tells of not acceptable": call_7,
    "tells of already exists": call_8,
    "tells of events expired": call_9,
    "tells of precondition failed": call_10,
    "tells of body too large": call_11,
    "tells of unsupported media type": call_12,
    "tells of locked by policy": call_13,
    "tells of rate limited": call_14,
    "tells of internal error": call_15,
    "tells of unavailable": call_16,
    "knows an error by its status when the code is new": call_17,
    "tells an error in any script": call_18,
    "tells of an error page that is no problem document": call_19,
    "tells of an error without a body": call_20,
    "tells of an error whose body is broken": call_21,
    "does not follow a redirect": call_22,
    "does not take a page for an answer": call_23,
    "does not take half an answer": call_24,
    "does not take an answer without a list for a list": call_25,
    "follows events over pages and waits for new ones": call_26,
    "follows from the oldest event": call_27,
    "waits behind the last event of a page": call_28,
    "follows some kinds of events": call_29,
    "tells that events were missed": call_30,
    "follows on when the server was away": call_31,
    "waits until a command has ended": call_32,
    "does not wait for a command that has ended": call_33,
    "walks all pages by the cursor": call_34,
    "keeps the filters on every page": call_35,
    "takes one page and leaves the others": call_36,
    "takes an empty page": call_37,
    "walks a list without items": call_38,
    "goes on behind an empty page that has a next one": call_39,
    "tells that a total is an estimate": call_40,
    "starts at a cursor": call_41,
    "starts at a page and goes on by the cursor": call_42,
    "does not walk in a circle": call_43,
    "gives the error of a later page": call_44,
    "tries a later page again": call_45,
    "escapes what stands in an id": call_46,
    "escapes an id in any script": call_47,
    "escapes what stands in a filter": call_48,
    "repeats a filter with several values": call_49,
    "sends no and zero": call_50,
    "sends false": call_51,
    "sends null in a change and leaves out what is not said": call_52,
    "changes a thing only if nobody else has": call_53,
    "deletes a thing only if nobody else has changed it": call_54,
    "locks without a word": call_55,
    "waits for a command with nothing else to say": call_56,
    "sends no body where none is needed": call_57,
    "sends every script": call_58,
    "sends one form of several": call_59,
    "unlocks with a command": call_60,
    "asks for a text by its media type": call_61,
    "says who it is and what it takes": call_62,
    "sends the rows of a roster": call_63,
    "waits as long as the server says": call_64,
    "waits for the rate limit": call_65,
    "reads a date to wait for": call_66,
    "does not wait for a date that has passed": call_67,
    "waits longer each time when the server says nothing": call_68,
    "does not read a wait that makes no sense": call_69,
    "gives up after two retries": call_70,
    "waits eight seconds at most": call_71,
    "tries nothing again when told so": call_72,
    "does not wait longer than a minute": call_73,
    "does not begin a wait that outlasts the time of the call": call_74,
    "tries again when the connection breaks": call_75,
    "tells that the connection breaks each time": call_76,
    "tries a request again that arrived too slowly": call_77,
    "does not try again what the server refuses": call_78,
    "makes an idempotency key and keeps it": call_79,
    "sends a POST again with its key when the connection breaks": call_80,
    "uses the idempotency key of the caller": call_81,
    "waits while the same request is still running": call_82,
    "does not try a conflict again": call_83,
    "does not change a thing twice": call_84,
    "does not change a thing again when the connection breaks": call_85,
    "changes a thing that the server could not look at": call_86,
    "deletes again when the connection breaks": call_87,
    "knows that a repeated delete has worked": call_88,
    "tells that there was nothing to delete": call_89,
    "tells that nothing was deleted before the rate limit": call_90,
    "ends a call that is not answered": call_91,
    "ends a POST that is not answered": call_92,
    "takes members that it does not know": call_93,
    "takes values that it does not know": call_94,
    "takes an answer that lacks members": call_95,
    "takes null where a value was promised": call_96,
    "takes every script": call_97,
    "takes the largest whole number": call_98,
    "takes moments with and without fractions": call_99,
    "takes another status of success": call_100,
    "takes events of a kind that it does not know": call_101,
    "takes an event whose data was too large": call_102,
    "takes an answer with a mark in front": call_103,
    "list what students ask for": call_104,
    "get one access request with what a decision needs": call_105,
    "allow or refuse what was asked for": call_106,
    "refuse it with words": call_107,
    "query activity": call_108,
    "read who is mailed about new alerts": call_109,
    "set who is mailed about new alerts": call_110,
    "list the rules that make alerts": call_111,
    "get the rule of one type of alert": call_112,
    "change the severity and a threshold of a rule": call_113,
    "list alerts": call_114,
    "get one alert": call_115,
    "acknowledge or resolve an alert": call_116,
    "ask what needs a person now": call_117,
    "list campuses": call_118,
    "get one campus": call_119,
    "define a campus by what devices know that they are on it": call_120,
    "change a campus": call_121,
    "delete a campus": call_122,
    "list the categories of sites that rules may name": call_123,
    "get one category what belongs to it and which sources give it names": call_124,
    "look up the categories of a domain and which sources say so": call_125,
    "list the public lists of sites that a school can add": call_126,
    "list the sources of categories the lists of names that the school has added": call_127,
    "get one source of categories and how far an update is": call_128,
    "add a source of categories": call_129,
    "change the address the category or the mapping of a source": call_130,
    "remove a source of categories": call_131,
    "read a source of categories now": call_132,
    "use the list of a source that is held back after somebody has looked at it": call_133,
    "list suggestions for categories open and decided ones": call_134,
    "get one suggestion for a category": call_135,
    "suggest that a domain is missing in a category or in a wrong one": call_136,
    "accept or decline a suggestion for a category": call_137,
    "list classroom sessions": call_138,
    "get one classroom session": call_139,
    "create a classroom session": call_140,
    "extend or change a classroom session": call_141,
    "end a classroom session or cancel one that has not begun": call_142,
    "list commands": call_143,
    "get one command": call_144,
    "take a queued command back": call_145,
    "send one command to many devices": call_146,
    "see what a batch of commands would do": call_147,
    "list batches of commands": call_148,
    "see how far a batch of commands is": call_149,
    "send the command of a batch again where it failed": call_150,
    "take back what a batch of commands has not sent": call_151,
    "list devices": call_152,
    "get one device": call_153,
    "count devices by connection protection lock and policy version": call_154,
    "get the state of a device with its reasons": call_155,
    "list what happened to a device": call_156,
    "change name unit asset tag or tags of a device": call_157,
    "unenroll a device": call_158,
    "send a command to a device": call_159,
    "lock a device": call_160,
    "list the commands of a device": call_161,
    "get the removal code of a device": call_162,
    "list computers that ask to be enrolled as a device that is enrolled": call_163,
    "let a computer take the place of the device that it says to be": call_164,
    "refuse that a computer takes the place of a device": call_165,
    "list enrollment tokens without their texts": call_166,
    "make an enrollment token its text is shown this once": call_167,
    "delete an enrollment token devices that used it stay enrolled": call_168,
    "pull events in the order in which they were committed": call_169,
    "get one event in full also one whose body was too large to be pushed": call_170,
    "get how many devices enforce a policy version": call_171,
    "get how many devices enforce a policy version as CSV": call_172,
    "list the devices that do not enforce a policy version and why": call_173,
    "query logs": call_174,
    "get the settings of the organisation": call_175,
    "set settings of the organisation": call_176,
    "list organisational units": call_177,
    "get one organisational unit": call_178,
    "create an organisational unit": call_179,
    "rename or move an organisational unit": call_180,
    "delete an empty organisational unit": call_181,
    "list overrides": call_182,
    "get one override": call_183,
    "allow a site for a time": call_184,
    "end an override before its time": call_185,
    "list policies": call_186,
    "get one policy": call_187,
    "create a policy": call_188,
    "update a policy": call_189,
    "delete a policy": call_190,
    "explain what becomes of a request and why": call_191,
    "try a policy out on the requests of the last days": call_192,
    "get how many devices should and do enforce each policy version": call_193,
    "get the report of a week": call_194,
    "get the report of a week as CSV": call_195,
    "get the report of a week as HTML": call_196,
    "get requests and blocks by hour beside the usual": call_197,
    "list the scopes and which of them this key has": call_198,
    "find devices and people by a word": call_199,
    "list users": call_200,
    "get one user": call_201,
    "create a user or with upsert bring one up to date": call_202,
    "change a user": call_203,
    "delete a user": call_204,
    "create or bring up to date up to 500 users": call_205,
    "list webhooks without their secrets": call_206,
    "get one webhook without its secret": call_207,
    "register a webhook the answer has its secret": call_208,
    "change a webhook or enable it again": call_209,
    "delete a webhook with what is still to be delivered to it": call_210,
    "get the current secret of a webhook the audit names who has read it": call_211,
    "give a webhook a new secret at once former ones go on signing for a grace": call_212,
    "get the ed25519 public key of a webhook that signs with one": call_213,
    "send a sample of an event to a webhook now and see what it answers": call_214,
    "send every event of a range that the webhook has not taken": call_215,
    "list the events that there are each with a schema and an example": call_216,
    "list the deliveries of a webhook with their last attempts kept for 30 days": call_217,
    "get one delivery with its attempts": call_218,
    "send the event of a delivery once more under the same webhook id a failure is not retried": call_219,
}
