import { parseArgs } from 'node:util';
import type { BenchSizes } from './load/size.ts';

const USAGE = `usage: npm run bench -- <gateway|lock|api|rollout|live|search|categories|filter|dns|logs|reports|webhooks|all> [--tiny] [--devices N] [--rows N] [--names N]

--tiny   the least that goes through all of a bench, in seconds: whether it still works, not how fast

gateway  connections, memory, heartbeats and durable activity beside a bare Aedes and, when installed, Mosquitto (default 2,000 devices)
lock     from the API call to the agent’s confirmation beside the bare MQTT round trip (default 5,000 devices)
rollout  a policy change until the store shows that each device enforces it, with people, 30 units and 39 policies (default 5,000 devices)
live     what the dashboards’ live streams cost a server whose fleet sends heartbeats (default 2,000 devices, 200 streams)
search   what a console asks all the time: search, attention, summary (default 50,000 devices, 50,000 people)
categories  what the names that ship hold, find and block wrongly; most of it by lists beside the repository
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
    tiny: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
function chosen<Size>({ whole, tiny }: BenchSizes<Size>): Size {
  return values.tiny === true ? tiny : whole;
}
const devices = values.devices === undefined ? {} : { devices: Number(values.devices) };
const rows = values.rows === undefined ? {} : { rows: Number(values.rows) };
const names = values.names === undefined ? null : Number(values.names);
/** Each is loaded when it is asked for: loading all takes longer than a tiny one. */
const benches = {
  async gateway() {
    const { benchGateway, GATEWAY_SIZES } = await import('./gateway.ts');
    await benchGateway({ ...chosen(GATEWAY_SIZES), ...devices });
  },
  async lock() {
    const { benchLock, LOCK_SIZES } = await import('./lock.ts');
    await benchLock({ ...chosen(LOCK_SIZES), ...devices });
  },
  async rollout() {
    const { benchRollout, ROLLOUT_SIZES } = await import('./rollout.ts');
    await benchRollout({ ...chosen(ROLLOUT_SIZES), ...devices });
  },
  async live() {
    const { benchLive, LIVE_SIZES } = await import('./live.ts');
    await benchLive({ ...chosen(LIVE_SIZES), ...devices });
  },
  async search() {
    const { benchSearch, SEARCH_SIZES } = await import('./search.ts');
    await benchSearch({ ...chosen(SEARCH_SIZES), ...devices });
  },
  async categories() {
    const { benchCategories } = await import('./categories.ts');
    benchCategories();
  },
  async filter() {
    const { benchFilter, FILTER_SIZES } = await import('./filter.ts');
    await benchFilter({ ...chosen(FILTER_SIZES), ...(names === null ? {} : { names: [names] }) });
  },
  async dns() {
    const { benchDns, DNS_SIZES } = await import('./dns.ts');
    await benchDns({ ...chosen(DNS_SIZES), ...(names === null ? {} : { names }) });
  },
  async logs() {
    const { benchLogs, LOGS_SIZES } = await import('./logs.ts');
    await benchLogs({ ...chosen(LOGS_SIZES), ...rows });
  },
  async reports() {
    const { benchReports, REPORTS_SIZES } = await import('./reports.ts');
    await benchReports({ ...chosen(REPORTS_SIZES), ...devices });
  },
  async webhooks() {
    const { benchWebhooks, WEBHOOKS_SIZES } = await import('./webhooks.ts');
    await benchWebhooks(chosen(WEBHOOKS_SIZES));
  },
  async api() {
    const { API_SIZES, benchApi } = await import('./api.ts');
    await benchApi({ ...chosen(API_SIZES), ...devices });
  },
};
type BenchName = keyof typeof benches;

const wanted = positionals.length === 0 || positionals[0] === 'all' ? Object.keys(benches) : positionals;
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (values.help === true || unknown.length > 0) {
  console.log(USAGE);
  process.exit(unknown.length > 0 ? 2 : 0);
}
for (const name of wanted) await benches[name as BenchName]();
