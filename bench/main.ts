import { parseArgs } from 'node:util';
import { benchGateway } from './gateway.ts';
import { benchLock } from './lock.ts';

const USAGE = `usage: npm run bench -- <gateway|lock|all> [--devices N]

gateway  connections, memory, heartbeats and durable activity beside a bare Aedes and, when installed, Mosquitto (default 2,000 devices)
lock     from the API call to the agent’s confirmation beside the bare MQTT round trip (default 5,000 devices)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { devices: { type: 'string' }, help: { type: 'boolean' } },
});
const benches = {
  gateway: () => benchGateway({ devices: Number(values.devices ?? 2_000) }),
  lock: () => benchLock({ devices: Number(values.devices ?? 5_000) }),
};
type BenchName = keyof typeof benches;

const wanted = positionals.length === 0 || positionals[0] === 'all' ? Object.keys(benches) : positionals;
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (values.help === true || unknown.length > 0) {
  console.log(USAGE);
  process.exit(unknown.length > 0 ? 2 : 0);
}
for (const name of wanted) await benches[name as BenchName]();
