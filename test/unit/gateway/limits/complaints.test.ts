import t from 'tap';
import { createComplaints } from '../../../../gateway/limits/complaints.ts';
import type { Refusal } from '../../../../gateway/limits/stats.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

type Parts = Parameters<typeof createComplaints>[0];

function scene() {
  const clock = createFakeClock();
  const refused = new Map<Refusal, number>();
  const lines: unknown[] = [];
  const complaints = createComplaints({
    clock,
    counters: { refused } as unknown as Parts['counters'],
    log: { warn: (line: unknown) => void lines.push(line) } as unknown as Parts['log'],
  });
  return { clock, refused, lines, complaints };
}

t.test('every refusal is counted; each is logged once for a peer and reason in ten minutes', async (t) => {
  const { clock, refused, lines, complaints } = scene();
  const device = { deviceId: 'dev_1' };
  complaints.report('bad_json', device);
  complaints.report('bad_json', device);
  complaints.report('bad_shape', device);
  complaints.report('bad_json', { address: '192.0.2.1' }, new Error('why'));
  t.strictSame(lines, [
    { reason: 'bad_json', ...device },
    { reason: 'bad_shape', ...device },
    { reason: 'bad_json', address: '192.0.2.1', error: 'why' },
  ]);
  await clock.advance(599_999);
  complaints.report('bad_json', device);
  t.equal(lines.length, 3);
  await clock.advance(1);
  complaints.report('bad_json', device);
  t.equal(lines.length, 4);
  t.strictSame(
    [...refused],
    [
      ['bad_json', 5],
      ['bad_shape', 1],
    ],
  );
});

t.test('an attacker with many names costs lines, not memory', async (t) => {
  const { lines, complaints } = scene();
  for (let n = 0; n < 10_000; n++) complaints.report('bad_json', { address: `${n}` });
  complaints.report('bad_json', { address: '0' });
  t.equal(lines.length, 10_000, 'ten thousand are remembered');
  complaints.report('bad_json', { address: 'one more' });
  complaints.report('bad_json', { address: '0' });
  t.equal(lines.length, 10_002, 'then all are forgotten');
});
