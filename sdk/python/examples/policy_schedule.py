"""Switches a policy on or off, for cron: python policy_schedule.py NAME on|off"""

import sys

from schoolgate import PreconditionFailedError, Schoolgate

name, state = sys.argv[1:3]
enabled = {"on": True, "off": False}[state]

with Schoolgate() as client:
    found = [policy for policy in client.policies.list(q=name) if policy.name == name]
    if not found:
        sys.exit(f"there is no policy {name}")
    # Read alone, it comes with the ETag that if_match needs.
    policy = client.policies.get(found[0].id)
    if policy.enabled is enabled:
        print(f"{name} was {state} already")
    else:
        try:
            client.policies.update(policy.id, enabled=enabled, if_match=policy)
        except PreconditionFailedError:
            sys.exit(f"somebody is changing {name} just now: nothing was done")
        print(f"{name} is {state}")
