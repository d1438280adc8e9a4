import t from 'tap';
import { fuzzDnsAnswers, fuzzDnsSockets } from '../../../../fuzz/dns-run.ts';
import { fuzzCases, fuzzSeed } from '../../../../fuzz/fuzz-run.ts';

t.test('no packet crashes or hangs the resolver, or gets an address for a blocked name', async (t) => {
  const seed = fuzzSeed();
  t.comment(`seed ${seed}`);
  const { cases, wrong, seen } = await fuzzDnsSockets({ seed, extent: fuzzCases(5_000) });
  t.comment(`${cases} packets: ${JSON.stringify(seen)}`);
  t.same(wrong, []);
  const { answered = 0, passedOn = 0 } = seen;
  t.ok(cases > 200 && answered > 0 && passedOn > 0, 'packets were sent, answered, and passed on');
});

t.test(
  'without sockets: whatever query meets whatever answer, a blocked name gets no address and nothing throws',
  async (t) => {
    const seed = fuzzSeed();
    t.comment(`seed ${seed}`);
    const { wrong, seen } = await fuzzDnsAnswers({ seed, extent: fuzzCases(50_000) });
    t.same(wrong, []);
    t.ok((seen.replies ?? 0) > 1_000, `${seen.replies} answers`);
  },
);
