import t from 'tap';
import { parseExpires } from '../../../../server/cli/expires.ts';

const NOW = Date.UTC(2026, 10, 20, 10);

t.test('a duration counts from now', async (t) => {
  t.equal(parseExpires('45m', NOW), NOW + 45 * 60_000);
  t.equal(parseExpires('12h', NOW), NOW + 12 * 3_600_000);
  t.equal(parseExpires('30d', NOW), NOW + 30 * 86_400_000);
  t.equal(parseExpires('2w', NOW), NOW + 14 * 86_400_000);
});

t.test('a date lasts to the end of its day, a date and time to the moment', async (t) => {
  t.equal(parseExpires('2026-11-20', NOW), Date.UTC(2026, 10, 21));
  t.equal(parseExpires('2027-07-31T12:00:00+02:00', NOW), Date.UTC(2027, 6, 31, 10));
});

t.test('what is no moment to come is refused in words', async (t) => {
  for (const text of ['', 'soon', '30', '-3d', '3 months', '2027-02-30', '2027-13-01', '12/31/2027']) {
    t.throws(
      () => parseExpires(text, NOW),
      { name: 'OperatorError', message: /^--expires takes a duration/ },
      text,
    );
  }
  for (const text of ['2026-11-19', '0d', '2026-11-20T09:59:59Z']) {
    t.throws(() => parseExpires(text, NOW), { name: 'OperatorError', message: /has already passed/ }, text);
  }
});
