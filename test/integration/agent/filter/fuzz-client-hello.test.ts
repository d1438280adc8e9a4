import t from 'tap';
import { fuzzClientHello } from '../../../fuzz/client-hello-run.ts';
import { fuzzCases, fuzzSeed } from '../../../fuzz/fuzz-run.ts';

t.test(
  'no ClientHello, however broken, crashes or hangs the relay, or shows a blocked name to a site',
  async (t) => {
    const seed = fuzzSeed();
    t.comment(`seed ${seed}`);
    const { cases, wrong, seen } = await fuzzClientHello({ seed, extent: fuzzCases(1_500) });
    t.comment(`${cases} hellos, of which a site read ${seen.passed}`);
    t.same(wrong, []);
    t.ok(cases > 50 && (seen.passed ?? 0) > 0, 'many were tried, and some got through');
  },
);
