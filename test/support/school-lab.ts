import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DeviceEvent } from '../../contracts/mqtt/messages.ts';
import { makeCertificates } from '../integration/agent/certificates.ts';
import { ROOT, startProgram, type TestProcess } from './child-process.ts';
import { buildLaptopLab, type LabResult, type LaptopLab } from './laptop-lab.ts';
import { until } from './until.ts';

const SERVER = join(ROOT, 'server/bin/schoolgate.cjs');
const AGENT = join(ROOT, 'agent/bin/schoolgate-agent.cjs');
const INTERNET = join(ROOT, 'test/support/pretend-internet.ts');
const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'];
const HTTPS_PORT = 8_443;

/** Where things are in the laboratory. Public addresses, for a filter throws private ones out of answers; nothing leaves the namespaces. */
export const PLACES = {
  site: '45.33.7.1',
  site6: '2a01:7e00:1::1',
  networkResolver: '10.200.0.1',
  /** A public resolver that also speaks DoH, DoT and DoQ, and has the ports of VPNs. */
  foreign: '8.8.8.8',
  foreign6: '2001:4860:4860::8888',
  server: '10.200.0.9',
  /** Another network: gateway, resolver and captive portal. */
  cafe: '10.210.0.1',
} as const;

/** One thing that reached the pretended internet. */
export type Arrival = Readonly<Record<string, unknown>> & { readonly what: string };

/** A laptop with the real agent, the real server and an internet, in network namespaces; nothing of this machine is touched. */
export interface SchoolLab {
  readonly deviceId: string;
  /** Runs a command on the laptop as the student, to its end. */
  student(...args: readonly string[]): Promise<LabResult>;
  /** The same as root. */
  root(...args: readonly string[]): Promise<LabResult>;
  /** On a container or virtual machine of the laptop. */
  guest(...args: readonly string[]): Promise<LabResult>;
  /** On what the laptop's networks consist of. */
  net(...args: readonly string[]): Promise<LabResult>;
  readonly names: LaptopLab['names'];
  /** Starts a program on the laptop as the student. */
  startAsStudent(...args: readonly string[]): TestProcess;
  startAsRoot(...args: readonly string[]): TestProcess;
  startAgent(): TestProcess;
  readonly agent: () => TestProcess;
  readonly server: TestProcess;
  /** What reached the internet so far. */
  arrivals(): readonly Arrival[];
  /** The device's own events that have reached the server's store, oldest first. */
  deviceEvents(): readonly DeviceEvent[];
  api(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  /** Waits until the laptop says that it enforces its newest policy. */
  enforcing(): Promise<void>;
  readonly stateDir: string;
  /** The laptop's /etc. */
  readonly etc: string;
  /** Firewall and /etc of the laptop, byte by byte, as a text to compare. */
  snapshot(): Promise<string>;
  /** The same before the agent ran for the first time. */
  readonly untouched: string;
  /** A command line that runs on the laptop as root, for `restore` and the like. */
  readonly agentProgram: readonly string[];
  down(): Promise<void>;
}

/**
 * Builds it, enrolls the laptop and starts its agent.
 * @param folder an empty folder of the test
 * @param service another starts the agent (laptop-service.ts); its state is in `folder`/var-lib/schoolgate-agent
 */
export async function buildSchoolLab(
  folder: string,
  {
    cafe = false,
    service = false,
    upstreams = [],
    ships = false,
  }: {
    readonly cafe?: boolean;
    readonly service?: boolean;
    /** Resolvers that the school wants asked outside of it. */
    readonly upstreams?: readonly string[];
    /** Whether the server has all names that ship, as a school's has. */
    readonly ships?: boolean;
  } = {},
): Promise<SchoolLab> {
  const lab = await buildLaptopLab({ guest: true });
  const processes: TestProcess[] = [];
  const down = async (): Promise<void> => {
    for (const one of processes.reverse()) await one.end('SIGKILL');
    await lab.down();
  };
  try {
    await addAddresses(lab);
    if (cafe) await addCafe(lab);
    const run = (path: string): string => join(folder, path);
    const start = (where: 'net' | 'laptop' | 'student', args: readonly string[]): TestProcess => {
      const started = startProgram(...lab.command(where, args));
      processes.push(started);
      return started;
    };
    const certificates = await makeCertificates();
    const internet = start('net', [
      ...NODE,
      INTERNET,
      ...['--sites', `${PLACES.site},${PLACES.site6}`],
      ...['--resolvers', `${PLACES.networkResolver},${lab.foreign}`],
      ...(cafe ? ['--portals', PLACES.cafe] : []),
      ...['--foreign', `${PLACES.foreign},${PLACES.foreign6}`],
      ...[`--cert=${certificates.cert}`, `--key=${certificates.key}`],
    ]);
    await internet.line(/^ready/);

    const dataDir = run('server');
    const ports = ['--host', PLACES.server, '--http-port', String(HTTPS_PORT), '--mqtt-port', '8883'];
    const env = [
      ...(upstreams.length === 0 ? [] : [`SCHOOLGATE_FILTERING_UPSTREAMS=${upstreams.join(',')}`]),
      ...(ships ? ['SCHOOLGATE_CATEGORIES_SHIPPED_FILE='] : []),
    ];
    const serve = ['env', ...env, ...NODE, SERVER, 'serve', '--json', '--data-dir', dataDir, ...ports];
    const server = start('net', serve);
    await server.line(/"http"/);
    const json = async (
      where: 'net' | 'laptop',
      args: readonly string[],
    ): Promise<Record<string, string>> => {
      const result = await lab.run(where, [...NODE, ...args]);
      if (result.code !== 0) throw new Error(`${args.slice(1, 3).join(' ')}: ${result.stderr}`);
      return JSON.parse(result.stdout) as Record<string, string>;
    };
    const beside = ['--json', '--data-dir', dataDir];
    // Tests look again and again: a refusal for asking too often would be no answer.
    const keyArgs = ['--name', 'lab', '--scopes', 'all', '--rate-limit', '5000'];
    const key = await json('net', [SERVER, 'keys', 'create', ...beside, ...keyArgs]);
    const tokenArgs = ['--ou', '/Lab', '--uses', '1', '--expires', '1h'];
    const token = await json('net', [SERVER, 'enrollment-tokens', 'create', ...beside, ...tokenArgs]);
    const stateDir = run(service ? 'var-lib/schoolgate-agent' : 'agent');
    const where = ['--server', `https://${PLACES.server}:${HTTPS_PORT}`, '--state-dir', stateDir];
    const { deviceId = '' } = await json('laptop', [
      AGENT,
      'enroll',
      '--json',
      '--token',
      token.token ?? '',
      ...where,
    ]);

    const api: SchoolLab['api'] = async (method, path, body) => {
      const data =
        body === undefined ? [] : ['-H', 'content-type: application/json', '-d', JSON.stringify(body)];
      const headers = ['-H', `authorization: Bearer ${key.key}`, '-H', 'prefer: wait=15'];
      const url = `https://${PLACES.server}:${HTTPS_PORT}${path}`;
      const asked = await lab.run('net', [
        'curl',
        '-sSk',
        '-w',
        '\n%{http_code}',
        '-X',
        method,
        ...headers,
        ...data,
        url,
      ]);
      const lines = asked.stdout.split('\n');
      const text = lines.slice(0, -1).join('\n');
      if (asked.code !== 0) throw new Error(`${method} ${path}: ${asked.stderr}`);
      if (lines.at(-1) === '429') throw new Error(`${method} ${path}: asked too often: ${text}`);
      return {
        status: Number(lines.at(-1)),
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      };
    };
    let agent: TestProcess | null = null;
    const startAgent = (): TestProcess => {
      const started = start('laptop', [...NODE, AGENT, 'run', '--state-dir', stateDir]);
      agent = started;
      return started;
    };
    const snapshot = async (): Promise<string> => {
      const script =
        'nft list ruleset; cd /etc; find . -printf "%p %y %m %U %G %l\\n" | sort; find . -type f -exec sha256sum {} + | sort -k2';
      const { code, stdout, stderr } = await lab.run('laptop', ['sh', '-c', script]);
      if (code !== 0) throw new Error(`cannot look at the laptop: ${stderr}`);
      return stdout;
    };
    const untouched = await snapshot();
    if (!service) startAgent();
    const enforcing = async (): Promise<void> => {
      // Each change gives its policy the school's next number; a deleted one leaves only the device's number higher.
      const { data } = (await api('GET', '/v1/policies')).body as {
        readonly data: readonly { readonly version: number }[];
      };
      const newest = Math.max(...data.map(({ version }) => version));
      await until(
        async () => {
          const { protection } = (await api('GET', `/v1/devices/${deviceId}`)).body as {
            readonly protection?: { readonly state: string; readonly policyVersion: number | null };
          };
          return protection?.state === 'enforcing' && (protection.policyVersion ?? -1) >= newest;
        },
        {
          what: `the laptop to enforce version ${newest} of its policy; it said: ${agent?.stderr().slice(-2_000)}`,
          timeoutMs: 60_000,
          intervalMs: 50,
        },
      );
    };
    return {
      deviceId,
      student: (...args) => lab.run('student', args),
      root: (...args) => lab.run('laptop', args),
      guest: (...args) => lab.run('guest', args),
      net: (...args) => lab.run('net', args),
      names: lab.names,
      startAsStudent: (...args) => start('student', args),
      startAsRoot: (...args) => start('laptop', args),
      startAgent,
      agent() {
        if (agent === null) throw new Error('the agent was not started here');
        return agent;
      },
      server,
      arrivals: () =>
        internet.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Arrival),
      deviceEvents: () => storedEvents(join(dataDir, 'schoolgate.db')),
      api,
      enforcing,
      stateDir,
      etc: lab.etc,
      snapshot,
      untouched,
      agentProgram: [...NODE, AGENT],
      down,
    };
  } catch (error) {
    await down();
    throw error;
  }
}

function storedEvents(database: string): readonly DeviceEvent[] {
  const store = new DatabaseSync(database, { readOnly: true });
  try {
    const rows = store.prepare('SELECT event FROM device_events ORDER BY number').all();
    return rows.map(({ event }) => JSON.parse(String(event)) as DeviceEvent);
  } finally {
    store.close();
  }
}

/** A second cable, down until the laptop joins there. */
async function addCafe(lab: LaptopLab): Promise<void> {
  const script = `ip link add cafe type veth peer name wlan0
    ip link set wlan0 netns ${lab.names.laptop}
    ip address add ${PLACES.cafe}/24 dev cafe
    ip link set cafe up`;
  const done = await lab.run('net', ['sh', '-ec', script]);
  if (done.code !== 0) throw new Error(`cannot build the café: ${done.stderr}`);
}

async function addAddresses(lab: Awaited<ReturnType<typeof buildLaptopLab>>): Promise<void> {
  const device = "$(ip -o link show | sed -n 's/^[0-9]*: \\(sg[^@:]*\\)[@:].*/\\1/p' | head -1)";
  const v6 = [PLACES.site6, PLACES.foreign6].map((one) => `ip address add ${one}/128 dev $d nodad`);
  const v4 = [PLACES.site, PLACES.foreign].map((one) => `ip address add ${one}/32 dev $d`);
  const script = [`d=${device}`, ...v4, ...v6].join('\n');
  const done = await lab.run('net', ['sh', '-ec', script]);
  if (done.code !== 0) throw new Error(`cannot build the laboratory: ${done.stderr}`);
}
