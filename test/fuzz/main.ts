import { fuzzBundles } from './bundles.ts';

const r = await fuzzBundles({
  seed: Number(process.argv[2]),
  seconds: Number(process.argv[3]),
  onCase: (s) => {
    if (process.env.V) process.stderr.write(`${s}\n`);
  },
});
console.log(
  r.cases,
  r.seen,
  r.wrong.map((w) => w.slice(0, 400)),
);
