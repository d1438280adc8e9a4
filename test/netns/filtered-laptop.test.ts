import { existsSync } from 'node:fs';
import t from 'tap';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { type Arrival, buildSchoolLab, PLACES, type SchoolLab } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

/** What a student wants, and must not get. */
const GAME = 'play.example';
const GAME_IN_A_CATEGORY = 'www.roblox.com';
const NEWS = 'news.example';
const CRISIS = '988lifeline.org';

/** A way round the filter: what the student does, and how one sees that it led nowhere. */
interface Row {
  readonly bypass: string;
  readonly command: readonly string[];
  /** Whether the command's result shows that it was stopped. */
  stopped(result: { readonly code: number; readonly stdout: string }): boolean;
  /** What must be in the activity log: a bypass kind, or the domain. */
  readonly logged: { readonly bypass?: string; readonly domain?: string };
}

const NULL_ANSWER = /^(0\.0\.0\.0|::)$/m;
const CURL = ['curl', '-sS', '-k', '--max-time', '6'] as const;
const failed = ({ code }: { readonly code: number }): boolean => code !== 0;
const nulled = ({ stdout }: { readonly stdout: string }): boolean =>
  NULL_ANSWER.test(stdout) && !stdout.includes(PLACES.site);
const dig = (...args: string[]): string[] => ['dig', '+short', '+tries=1', '+time=3', ...args];
/** Says something by UDP and waits a second for an answer. */
const udp = (address: string, port: number): string[] => [
  ...['env', '-i', process.execPath, '-e'],
  `const s=require('dgram').createSocket('${address.includes(':') ? 'udp6' : 'udp4'}');s.on('error',()=>process.exit(3));
   s.on('message',()=>process.exit(0));s.connect(${port},'${address}',()=>s.send('hello'));setTimeout(()=>process.exit(4),1500)`,
];
const tcp = (address: string, port: number): string[] => [
  ...['env', '-i', process.execPath, '-e'],
  `const s=require('net').connect(${port},'${address}');s.on('error',()=>process.exit(3));s.on('connect',()=>process.exit(0));s.setTimeout(3000,()=>process.exit(4))`,
];

const ROWS: readonly Row[] = [
  {
    bypass: 'none: the browser’s ordinary way',
    command: [...CURL, `https://${GAME}/`],
    stopped: failed,
    logged: { domain: GAME },
  },
  {
    bypass: 'none: a name of a blocked category',
    command: [...CURL, `http://${GAME_IN_A_CATEGORY}/`],
    stopped: failed,
    logged: { domain: GAME_IN_A_CATEGORY },
  },
  {
    bypass: 'another resolver',
    command: dig(`@${PLACES.foreign}`, GAME),
    stopped: nulled,
    logged: { bypass: 'foreign_dns' },
  },
  {
    bypass: 'another resolver by TCP',
    command: dig('+tcp', `@${PLACES.foreign}`, GAME),
    stopped: nulled,
    logged: { bypass: 'foreign_dns' },
  },
  {
    bypass: 'another resolver by IPv6',
    command: dig(`@${PLACES.foreign6}`, GAME, 'AAAA'),
    stopped: nulled,
    logged: { bypass: 'foreign_dns' },
  },
  {
    bypass: 'capitals and a trailing dot',
    command: dig(`${GAME.toUpperCase()}.`),
    stopped: nulled,
    logged: { domain: GAME },
  },
  { bypass: 'DNS over TLS', command: tcp(PLACES.foreign, 853), stopped: failed, logged: { bypass: 'dot' } },
  {
    bypass: 'DNS over TLS by IPv6',
    command: tcp(PLACES.foreign6, 853),
    stopped: failed,
    logged: { bypass: 'dot' },
  },
  { bypass: 'DNS over QUIC', command: udp(PLACES.foreign, 853), stopped: failed, logged: { bypass: 'doq' } },
  {
    bypass: 'DNS over HTTPS at a known address',
    command: [
      ...CURL,
      '--doh-insecure',
      '--doh-url',
      `https://${PLACES.foreign}/dns-query`,
      `https://${GAME}/`,
    ],
    stopped: failed,
    logged: { bypass: 'doh' },
  },
  {
    bypass: 'DNS over HTTPS by its name',
    command: [...CURL, `https://dns.google/resolve?name=${GAME}`],
    stopped: failed,
    logged: { bypass: 'doh' },
  },
  { bypass: 'QUIC', command: udp(PLACES.site, 443), stopped: failed, logged: { bypass: 'quic' } },
  { bypass: 'QUIC by IPv6', command: udp(PLACES.site6, 443), stopped: failed, logged: { bypass: 'quic' } },
  {
    bypass: 'the address from elsewhere (hosts file, resolver flag)',
    command: [...CURL, '--resolve', `${GAME}:443:${PLACES.site}`, `https://${GAME}/`],
    stopped: failed,
    logged: { domain: GAME },
  },
  {
    bypass: 'an address without a name',
    command: [...CURL, `https://${PLACES.site}/`],
    stopped: failed,
    logged: { bypass: 'unnamed_host' },
  },
  { bypass: 'VPN: OpenVPN', command: udp(PLACES.foreign, 1_194), stopped: failed, logged: { bypass: 'vpn' } },
  {
    bypass: 'VPN: WireGuard',
    command: udp(PLACES.foreign, 51_820),
    stopped: failed,
    logged: { bypass: 'vpn' },
  },
  { bypass: 'VPN: IPsec', command: udp(PLACES.foreign, 500), stopped: failed, logged: { bypass: 'vpn' } },
  {
    bypass: 'a name that hides a blocked one (CNAME)',
    command: dig('cloaked.example'),
    stopped: nulled,
    logged: { domain: 'cloaked.example' },
  },
  {
    bypass: 'our own proxy, to an address without a name',
    command: [...CURL, '-x', 'http://127.0.0.1:8123', '--proxytunnel', `https://${PLACES.site}/`],
    stopped: failed,
    logged: { bypass: 'unnamed_host' },
  },
  {
    bypass: 'our own proxy, to another port',
    command: [...CURL, '-x', 'http://127.0.0.1:8123', '--proxytunnel', `https://${NEWS}:22/`],
    stopped: failed,
    logged: { bypass: 'proxy_misuse' },
  },
  {
    bypass: 'our own proxy, to a blocked name',
    command: [...CURL, '-x', 'http://127.0.0.1:8123', `https://${GAME}/`],
    stopped: failed,
    logged: { domain: GAME },
  },
  {
    bypass: 'iCloud Private Relay',
    command: dig('mask.icloud.com'),
    stopped: ({ stdout }) => stdout.trim() === '',
    logged: { bypass: 'private_relay' },
  },
];

const POLICY = {
  name: 'The lab',
  target: { everyone: true },
  // Whatever the hour in which this runs.
  settings: { activityLevel: 'domain' },
  rules: [
    {
      effect: 'block',
      locked: true,
      reason: 'No games in lessons',
      match: { domains: [GAME], categories: ['games'] },
    },
  ],
};

interface LogEntry {
  readonly domain: string | null;
  readonly action: string;
  readonly reason: string;
  readonly bypass?: string | null;
}

async function logOf(lab: SchoolLab): Promise<readonly LogEntry[]> {
  const { body } = await lab.api('GET', `/v1/logs?deviceId=${lab.deviceId}&limit=1000`);
  return body.data as readonly LogEntry[];
}

/** Whether the internet saw what must not have left the laptop. */
function leaked({ what, name, host, port }: Arrival): boolean {
  if (what === 'tunnel' || what === 'doh') return true;
  if (what === 'dns' && name !== undefined) return name === GAME;
  return host === GAME || host === GAME_IN_A_CATEGORY || port === 853;
}

const obstacle =
  labObstacle() ?? (existsSync('/usr/bin/dig') ? null : 'dig is missing (Debian: bind9-dnsutils)');

t.test(
  'no way round the filter leads out of a filtered laptop',
  { skip: obstacle !== null && !labRequired() ? obstacle : false },
  async (t) => {
    const lab = await buildSchoolLab(testFolder(t));
    t.teardown(() => lab.down());
    t.equal((await lab.api('POST', '/v1/policies', POLICY)).status, 201);
    await lab.enforcing();
    const before = lab.arrivals().length;

    await t.test('what is allowed works', async (t) => {
      t.match((await lab.student(...CURL, `http://${NEWS}/page`)).stdout, /the site news\.example \/page/);
      t.match(
        (await lab.student(...CURL, `https://${NEWS}/page`)).stdout,
        /the site news\.example \/page/,
        'by the relay',
      );
      t.match((await lab.student(...CURL, '-6', `https://${NEWS}/six`)).stdout, /\/six/, 'by IPv6');
      t.match(
        (await lab.student(...CURL, '-x', 'http://127.0.0.1:8123', `https://${NEWS}/tunnel`)).stdout,
        /\/tunnel/,
        'by the proxy',
      );
      t.equal((await lab.student(...dig(CRISIS))).stdout.trim(), PLACES.site, 'help in a crisis');
    });

    for (const row of ROWS) {
      await t.test(row.bypass, async (t) => {
        const result = await lab.student(...row.command);
        t.ok(row.stopped(result), `stopped; it gave ${JSON.stringify(result)}`);
      });
    }
    t.same(lab.arrivals().slice(before).filter(leaked), [], 'nothing of it reached the internet');

    await t.test('each attempt is in the activity log', async (t) => {
      const missing = async (): Promise<readonly string[]> => {
        const entries = (await logOf(lab)).filter(({ action }) => action === 'block');
        return ROWS.filter(
          ({ logged: { bypass, domain } }) =>
            !entries.some(
              (entry) =>
                (bypass === undefined || entry.bypass === bypass) &&
                (domain === undefined || entry.domain === domain),
            ),
        ).map(({ bypass }) => bypass);
      };
      await until(async () => (await missing()).length === 0, {
        what: 'all attempts to be logged',
        timeoutMs: 90_000,
        intervalMs: 250,
      }).catch(async () => t.same(await missing(), [], 'attempts that are not in the log'));
      const entries = await logOf(lab);
      t.notOk(
        entries.some(({ domain }) => domain?.includes(CRISIS) === true),
        'who asks for help is not recorded',
      );
    });
  },
);
