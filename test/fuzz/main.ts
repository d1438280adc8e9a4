import { fuzzBundles } from './bundles.ts';
import { fuzzClientHello } from './client-hello-run.ts';
import { fuzzDnsAnswers, fuzzDnsSockets } from './dns-run.ts';
import type { Fuzz } from './fuzz-run.ts';
import { fuzzHttp } from './http-run.ts';

/** Half of the time by sockets. */
const fuzzDns: Fuzz = async ({ seed, extent }) => {
  const half = 'cases' in extent ? { cases: extent.cases / 2 } : { seconds: extent.seconds / 2 };
  const parts = [await fuzzDnsSockets({ seed, extent: half }), await fuzzDnsAnswers({ seed, extent: half })];
  return {
    cases: parts.reduce((sum, { cases }) => sum + cases, 0),
    wrong: parts.flatMap(({ wrong }) => wrong),
    seen: Object.assign({}, ...parts.map(({ seen }) => seen)),
  };
};

const TARGETS: Readonly<Record<string, Fuzz>> = {
  dns: fuzzDns,
  'client-hello': fuzzClientHello,
  http: fuzzHttp,
  bundles: fuzzBundles,
};

// One target in a process of its own, for tools/fuzz.ts: `main.ts TARGET SEED SECONDS`. It tells its parent of cases and of its report.
const [name = '', seed, seconds] = process.argv.slice(2);
const fuzz = TARGETS[name];
if (fuzz === undefined) throw new Error(`there is no target ${JSON.stringify(name)}`);
const report = await fuzz({
  seed: Number(seed),
  extent: { seconds: Number(seconds) },
  onCase: (caseSeed) => process.send?.({ caseSeed }),
});
process.send?.({ report });
process.disconnect?.();
