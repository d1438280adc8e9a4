import { parseArgs } from 'node:util';
import { benchApi } from './api.ts';
import { benchDns } from './dns.ts';
import { benchFilter } from './filter.ts';
import { benchGateway } from './gateway.ts';
import { benchLock } from './lock.ts';
import { benchLogs } from './logs.ts';
import { benchReports } from './reports.ts';
import { benchRollout } from './rollout.ts';
import { benchWebhooks } from './webhooks.ts';

const USAGE = `usage: npm run bench -- <gateway|lock|api|rollout|filter|dns|logs|reports|webhooks|all> [--devices N] [--rows N] [--names N]

gateway  connections, memory, heartbeats and durable activity beside a bare Aedes and, when installed, Mosquitto (default 2,000 devices)
lock     from the API call to the agent’s confirmation beside the bare MQTT round trip (default 5,000 devices)
rollout  a policy change until the store shows that each device enforces it, with people, 30 units and 39 policies (default 5,000 devices)
filter   category verdicts a second, load time and memory at 1 and 5 million names beside a Map, @ghostery/adblocker and node:sqlite, and decide() with 200 rules
dns      queries a second and added latency of the agent’s resolver beside its upstream, unbound and dnsmasq with the same list (default 1,000,000 names)
logs     pages of a day’s logs by cursor, with and without filters, and the purge of the day (default 10,000,000 entries)
reports  the weekly report as JSON, page and CSV over two weeks of roll-ups (default 5,000 devices)
webhooks deliveries a second beside a bare loop that signs and posts, commit to arrival at half that load, and 3 bad endpoints among 100
api      GET /v1/devices?limit=50 with key, scope, limiter and log beside a bare Fastify route (default 50,000 devices)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: 'string' },
    rows: { type: 'string' },
    names: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const benches = {
  gateway: () => benchGateway({ devices: Number(values.devices ?? 2_000) }),
  lock: () => benchLock({ devices: Number(values.devices ?? 5_000) }),
  rollout: () => benchRollout({ devices: Number(values.devices ?? 5_000) }),
  filter: () =>
    benchFilter({ sizes: values.names === undefined ? [1_000_000, 5_000_000] : [Number(values.names)] }),
  dns: () => benchDns({ names: Number(values.names ?? 1_000_000) }),
  logs: () => benchLogs({ rows: Number(values.rows ?? 10_000_000) }),
  reports: () => benchReports({ devices: Number(values.devices ?? 5_000) }),
  webhooks: () => benchWebhooks(),
  api: () => benchApi({ devices: Number(values.devices ?? 50_000) }),
};
type BenchName = keyof typeof benches;

const wanted = positionals.length === 0 || positionals[0] === 'all' ? Object.keys(benches) : positionals;
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (values.help === true || unknown.length > 0) {
  console.log(USAGE);
  process.exit(unknown.length > 0 ? 2 : 0);
}
for (const name of wanted) await benches[name as BenchName]();
