import t from 'tap';
import { reportCsv } from '../../../../api/reports/report-csv.ts';
import type { WeeklyReport } from '../../../../contracts/rest/reports.ts';

const report = (domain: string): WeeklyReport =>
  ({
    week: '2026-W47',
    from: '2026-11-16',
    to: '2026-11-23',
    timezone: 'UTC',
    ou: '/',
    totals: { requests: 1, blocked: 0 },
    byDay: [],
    topDomains: [{ domain, count: 1 }],
    topBlockedDomains: [],
    topCategories: [],
    topUsers: [],
    alerts: { open: 0, acknowledged: 0, resolved: 0, bySeverity: {} },
    deviceHealth: {},
    previous: { week: '2026-W46', totals: { requests: 0, blocked: 0 } },
    change: { requests: null, blocked: null, alerts: null },
  }) as unknown as WeeklyReport;

const lineOf = (domain: string): string =>
  reportCsv(report(domain)).split('top domain,')[1]?.split(',,,1\r\n')[0] ?? '';

t.test('no cell begins a formula, whichever character a spreadsheet takes for the end of a cell', (t) => {
  for (const evil of [
    '=1+1',
    'a;=1+1',
    'a; =1+1',
    'a;"=1+1',
    'a\t+1',
    'a|@SUM(1)',
    'a,-1',
    'a\n=1+1',
    '＝1+1',
    'a;b;=cmd',
  ])
    for (const separator of [';', ',', '\t', '|', '\n'])
      for (const part of lineOf(evil).split(separator))
        t.notMatch(part, /^["\s]*[=+\-@＝＋－＠]/, `${JSON.stringify(evil)} at ${JSON.stringify(separator)}`);
  t.end();
});

t.test('what is no formula stays as it is', (t) => {
  t.equal(lineOf('play.example'), 'play.example');
  t.equal(lineOf('my-site.example'), 'my-site.example');
  t.equal(lineOf('a,b'), '"a,b"');
  t.end();
});
