import t from 'tap';
import { fuzzCases, fuzzSeed } from '../../../fuzz/fuzz-run.ts';
import { fuzzHttp } from '../../../fuzz/http-run.ts';

t.test(
  'no request, however broken, crashes or hangs the proxy, or reaches a blocked site or this computer',
  async (t) => {
    const seed = fuzzSeed();
    t.comment(`seed ${seed}`);
    const { cases, wrong, seen } = await fuzzHttp({ seed, extent: fuzzCases(3_000) });
    t.comment(`${cases} cases, of which ${seen.passed} requests reached the open site`);
    t.same(wrong, []);
    t.ok(cases > 50 && (seen.passed ?? 0) > 0, 'many were tried, and some got through');
  },
);
