"""Brings a roster into Schoolgate: python roster_sync.py FILE.csv

The file has the columns externalId, email, name, grade and ou. People who are there are changed.
SCHOOLGATE_BASE_URL and SCHOOLGATE_API_KEY say where and as whom.
"""

import csv
import sys
from collections import Counter

from schoolgate import Schoolgate

ROWS_A_REQUEST = 500

with open(sys.argv[1], encoding="utf-8-sig", newline="") as file:
    # An empty field says nothing: what Schoolgate knows stays.
    rows = [{k: v for k, v in row.items() if v} for row in csv.DictReader(file)]

counts: "Counter[str]" = Counter()
with Schoolgate() as client:
    for start in range(0, len(rows), ROWS_A_REQUEST):
        people = [{**row, "role": "student"} for row in rows[start : start + ROWS_A_REQUEST]]
        for result in client.users.batch(users=people, upsert=True).results:
            counts[result.outcome or "refused"] += 1
            if result.problem is not None:
                # Line 1 of the file has the names of the columns.
                print(f"line {start + result.index + 2}: {result.problem.detail}", file=sys.stderr)

print(", ".join(f"{what} {counts[what]}" for what in ("created", "changed", "unchanged", "refused")))
