// `npm run check`: every rule that a tool can check. Each check prints one line with its time, and its findings if it failed.
import { captureNode, packageProgram } from './repository.ts';
import { recordCounts } from './test-counts.ts';

interface Check {
  readonly name: string;
  readonly args: readonly string[];
}

const LAYERED = [
  'contracts',
  'words',
  'kit',
  'store',
  'gateway',
  'api',
  'agent',
  'server',
  'dashboard',
  'sdk/node',
  'installer',
  'bench',
  'test',
  'tools',
];
const AT_ONCE = 2; // the machines that run this have two cores

const CHECKS: readonly Check[] = [
  { name: 'types', args: [packageProgram('typescript', 'tsc'), '-b'] },
  {
    name: 'format and lint',
    args: [packageProgram('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'],
  },
  { name: 'layers', args: [packageProgram('dependency-cruiser', 'depcruise'), ...LAYERED] },
  { name: 'folder cycles', args: ['tools/check-folder-cycles.ts'] },
  { name: 'dead code', args: [packageProgram('knip', 'knip'), '--no-progress'] },
  { name: 'sizes', args: ['tools/check-size.ts'] },
  { name: 'dashboard size', args: ['tools/check-dashboard-size.ts'] },
  { name: 'versions', args: ['tools/check-versions.ts'] },
  { name: 'OpenAPI drift', args: ['tools/openapi.ts'] },
  { name: 'clients', args: ['tools/sdk.ts'] },
  { name: 'API reference', args: ['tools/api-reference.ts'] },
  { name: 'MQTT docs', args: ['tools/mqtt-docs.ts'] },
  { name: 'agent dependencies', args: ['tools/agent-dependencies.ts'] },
];

if (import.meta.main) await main();

async function main(): Promise<void> {
  const failed: string[] = [];
  const waiting = [...CHECKS];
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      if (!(await runCheck(check))) failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const counts = process.env.SCHOOLGATE_TEST_COUNTS;
  if (counts !== undefined)
    recordCounts(counts, { passed: CHECKS.length - failed.length, failed: failed.length });
  if (failed.length === 0) return;
  console.log(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

async function runCheck({ name, args }: Check): Promise<boolean> {
  const started = performance.now();
  const { status, output } = await captureNode(args);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (status !== 0) console.log(output.trimEnd());
  return status === 0;
}
