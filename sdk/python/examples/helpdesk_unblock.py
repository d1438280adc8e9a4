"""Opens a site for one student for a while: python helpdesk_unblock.py STUDENT SITE MINUTES TICKET"""

import sys

from schoolgate import Schoolgate, UnprocessableError

student, site, minutes, ticket = sys.argv[1:5]

with Schoolgate() as client:
    try:
        override = client.overrides.create(
            scope={"type": "student", "id": student},
            site=site,
            ttl_minutes=int(minutes),
            reason=f"Ticket {ticket}",
            # The same ticket twice makes one override.
            idempotency_key=f"helpdesk-{ticket}",
        )
    except UnprocessableError as error:
        if error.code != "locked_by_policy":
            raise
        sys.exit(f"{site} is blocked by a rule that nobody may override. Ask whoever makes the policies.")

print(f"{override.id} is open until {override.expires_at:%Y-%m-%d %H:%M} UTC")
