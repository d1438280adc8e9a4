import t from 'tap';
import { fuzzBundles } from '../../../fuzz/bundles.ts';
import { fuzzCases, fuzzSeed } from '../../../fuzz/fuzz-run.ts';

t.test(
  'no bundle or index, however damaged or hostile, stops the filter, or opens what the last good one blocks',
  async (t) => {
    const seed = fuzzSeed();
    t.comment(`seed ${seed}`);
    const { cases, wrong, seen } = await fuzzBundles({ seed, extent: fuzzCases(60) });
    t.comment(`${cases} cases: ${JSON.stringify(seen)}`);
    t.same(wrong, []);
    for (const what of ['taken', 'refused', 'blocks', 'index taken', 'index refused'])
      t.ok((seen[what] ?? 0) > 0, `some were met: ${what}`);
  },
);
