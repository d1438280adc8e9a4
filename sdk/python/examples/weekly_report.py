"""Prints what a week was like: python weekly_report.py [WEEK], a week such as 2026-W47"""

import sys

from schoolgate import Schoolgate

with Schoolgate() as client:
    report = client.reports.weekly(week=sys.argv[1] if len(sys.argv) > 1 else None)

print(f"Week {report.week}: {report.totals.requests} requests, {report.totals.blocked} blocked")
for domain in report.top_blocked_domains[:5]:
    print(f"  {domain.count:>8}  {domain.domain}")
alerts = report.alerts.by_severity.to_dict()
severities = ("critical", "high", "medium", "low", "info")
print("Alerts: " + ", ".join(f"{severity} {alerts[severity]}" for severity in severities))
