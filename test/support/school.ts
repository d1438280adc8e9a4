import { join } from 'node:path';
import { ROOT, runNode, startNode, type TestProcess } from './child-process.ts';
import { until } from './until.ts';

const SERVER = join(ROOT, 'server/bin/schoolgate.cjs');
const AGENT = join(ROOT, 'agent/bin/schoolgate-agent.cjs');

/** Answer of a REST call. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the schemas promise, and fails where they lie
  readonly body: any;
}

/** A school server as a real process, with its folder and a full-scope key, and agents beside it. */
export interface School {
  /** Of the next start, too: `moveTo` changes it. */
  readonly dataDir: string;
  readonly httpPort: number;
  readonly mqttPort: number;
  /** Of the running server. */
  pid(): number;
  /** With every scope, at 5,000 requests a minute. */
  readonly key: string;
  /** Starts the server again after `stop` or `kill`, on the same ports. */
  start(): Promise<void>;
  /** From now on server and commands work on another data folder. */
  moveTo(dataDir: string): void;
  /** Runs `schoolgate … --json` on the data folder, to its end. */
  command(...args: readonly string[]): ReturnType<typeof runNode>;
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** A new sign-in link for the dashboard. */
  signInLink(): Promise<string>;
  /** A new token for /Springfield/High. */
  enrollmentToken(): Promise<string>;
  /** Enrolls a new agent with a state folder of its own. */
  enroll(stateDir: string): Promise<{ readonly deviceId: string }>;
  /** Runs the agent of a state folder, in observe mode: nothing on this machine changes. */
  runAgent(stateDir: string): TestProcess;
  /** Waits until a device of the list fits. */
  device(id: string, fits: (device: Answer['body']) => boolean, what: string): Promise<Answer['body']>;
}

/**
 * @param folder an empty folder for the server's data
 * @param onEnd registers the clean-up, as tap's `t.teardown`
 * @param env settings of the server and its commands, e.g. SCHOOLGATE_WEBHOOK_ALLOW_HTTP_CIDRS
 * @param flags more of `schoolgate serve`, e.g. --demo
 */
export async function createSchool(
  folder: string,
  onEnd: (end: () => Promise<unknown>) => void,
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<School> {
  let dataDir = join(folder, 'server');
  /** Of the first start, by the system; the next ones come back on the same. */
  let ports = { http: 0, mqtt: 0 };
  let server: TestProcess | null = null;
  const agents: TestProcess[] = [];

  const start = async (): Promise<void> => {
    server = startNode(
      [
        SERVER,
        'serve',
        '--json',
        '--data-dir',
        dataDir,
        '--http-port',
        String(ports.http),
        '--mqtt-port',
        String(ports.mqtt),
        ...flags,
      ],
      env,
    );
    const told = JSON.parse(await server.line(/"http"/)) as {
      readonly httpPort: number;
      readonly mqtt: number;
    };
    ports = { http: told.httpPort, mqtt: told.mqtt };
  };
  onEnd(async () => {
    for (const agent of agents) await agent.end('SIGKILL');
    await server?.end('SIGKILL');
  });
  await start();
  const { http: httpPort, mqtt: mqttPort } = ports;

  const command: School['command'] = (...args) =>
    runNode([SERVER, ...args, '--json', '--data-dir', dataDir], env);
  const keyFlags = ['--name', 'test', '--scopes', 'all', '--rate-limit', '5000'];
  const made = await command('keys', 'create', ...keyFlags);
  if (made.code !== 0) throw new Error(`no key: ${made.stderr}`);
  const { key } = JSON.parse(made.stdout) as { key: string };

  const request: School['request'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`http://127.0.0.1:${httpPort}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };

  const enrollmentToken: School['enrollmentToken'] = async () => {
    const flags = ['--ou', '/Springfield/High', '--uses', '5', '--expires', '1h'];
    const token = await command('enrollment-tokens', 'create', ...flags);
    if (token.code !== 0) throw new Error(`no enrollment token: ${token.stderr}`);
    return (JSON.parse(token.stdout) as { token: string }).token;
  };

  return {
    get dataDir() {
      return dataDir;
    },
    httpPort,
    mqttPort,
    pid: () => server?.pid ?? -1,
    key,
    start,
    moveTo(next) {
      dataDir = next;
    },
    command,
    enrollmentToken,
    stop: async () => void (await server?.end('SIGTERM')),
    kill: async () => void (await server?.end('SIGKILL')),
    request,
    async signInLink() {
      const made = await command('sign-in-link');
      if (made.code !== 0) throw new Error(`no sign-in link: ${made.stderr}`);
      return (JSON.parse(made.stdout) as { url: string }).url;
    },
    async enroll(stateDir) {
      const enrolled = await runNode([
        AGENT,
        'enroll',
        '--json',
        '--server',
        `http://127.0.0.1:${httpPort}`,
        '--token',
        await enrollmentToken(),
        '--state-dir',
        stateDir,
      ]); // prettier-ignore
      if (enrolled.code !== 0) throw new Error(`not enrolled: ${enrolled.stderr}`);
      return JSON.parse(enrolled.stdout) as { deviceId: string };
    },
    runAgent(stateDir) {
      // Port 0 for the lock page: other tests, or a real agent, may hold the usual one.
      const agent = startNode([AGENT, 'run', '--observe', '--state-dir', stateDir], {
        SCHOOLGATE_AGENT_LOCK_PAGE_PORT: '0',
      });
      agents.push(agent);
      return agent;
    },
    device: (id, fits, what) =>
      until(
        async () => {
          const answer = await request('GET', `/v1/devices/${id}`);
          return answer.status === 200 && fits(answer.body) ? answer.body : null;
        },
        { what, timeoutMs: 60_000, intervalMs: 50 },
      ),
  };
}
