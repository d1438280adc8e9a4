// Weekly report: node weekly-report.mjs 2026-W47 prints the week in a few lines; without a week the last whole one.
import { Schoolgate } from '@schoolgate/sdk';

const client = new Schoolgate(); // SCHOOLGATE_BASE_URL, SCHOOLGATE_API_KEY

const { week, totals, topBlockedDomains, alerts } = await client.reports.weekly({ week: process.argv[2] });
console.log(`${week}: ${totals.requests} requests, ${totals.blocked} blocked`);
for (const { domain, count } of topBlockedDomains.slice(0, 5)) console.log(`  ${domain}: ${count}`);
const severities = Object.entries(alerts.bySeverity).map(([severity, count]) => `${severity} ${count}`);
console.log(`alerts: ${severities.join(', ')}`);
