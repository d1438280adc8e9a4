// `npm run measure -- benches`: each bench, whole, or those that the arguments name. Its tables are shown as they are; of each a line as JSON tells the seconds, and whether
// it ended well.
import { BENCHES } from '../support/benches.ts';
import { runNode } from '../support/child-process.ts';

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : BENCHES) {
  const startedAt = performance.now();
  const { code, stdout, stderr } = await runNode(['bench/main.ts', name]);
  const value = (performance.now() - startedAt) / 1_000;
  process.stdout.write(`${stdout}\n`);
  if (stderr !== '') process.stderr.write(`${name}: ${stderr}`);
  process.stdout.write(
    `${JSON.stringify({ figure: name, value, unit: 's', bound: null, ok: code === 0 })}\n`,
  );
}
