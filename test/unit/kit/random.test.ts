import t from 'tap';
import { base62, createIdSource, systemRandom } from '../../../kit/random.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

t.test('ids sort in the order of their making, within a millisecond and when the clock steps back', (t) => {
  const clock = createFakeClock();
  const ids = createIdSource({ clock, random: systemRandom });
  const made: string[] = [];
  for (let n = 0; n < 10_000; n++) {
    if (n === 5_000) clock.jump(-60_000);
    made.push(ids.next('dev'));
  }
  t.same([...made].sort(), made);
  t.equal(new Set(made).size, made.length);
  t.end();
});

t.test('an id tells the millisecond of its making (UUIDv7)', (t) => {
  const clock = createFakeClock(Date.UTC(2026, 10, 20, 10));
  const id = createIdSource({ clock, random: systemRandom }).next('evt');
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  let value = 0n;
  for (const character of id.slice(4)) value = value * 32n + BigInt(alphabet.indexOf(character));
  t.equal(Number(value >> 80n), clock.now());
  t.equal(Number((value >> 76n) & 15n), 7);
  t.end();
});

t.test('base62 has the asked length and rejects the bytes that would favour some characters', (t) => {
  let call = 0;
  const text = base62(
    { bytes: (count) => new Uint8Array(count).fill(call++ === 0 ? 250 : 61), fraction: () => 0 },
    32,
  );
  t.equal(text, 'z'.repeat(32));
  t.match(base62(systemRandom, 40), /^[0-9A-Za-z]{40}$/);
  t.end();
});

t.test('small portions of system randomness are all different, and none is wiped', async (t) => {
  for (const count of [1, 8, 12, 16, 17, 32]) {
    const portions = Array.from({ length: 2_000 }, () => systemRandom.bytes(count));
    t.ok(portions.every(({ length }) => length === count));
    const texts = new Set(portions.map((portion) => Buffer.from(portion).toString('hex')));
    if (count >= 8) t.equal(texts.size, portions.length, `${count} bytes`);
    const sum = portions.reduce((total, portion) => total + portion.reduce((a, b) => a + b, 0), 0);
    // 127.5 on average; 2,000 and more samples are within a tenth of it but for once in the age of the universe.
    const mean = sum / (portions.length * count);
    t.ok(mean > 114 && mean < 141, `mean ${mean}`);
  }
});
