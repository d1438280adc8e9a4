import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, startProgram } from './child-process.ts';
import { createDebianMachine, type DebianMachine } from './debian-machine.ts';
import type { LabResult } from './laptop-lab.ts';
import { until } from './until.ts';

const SERVER = join(ROOT, 'server/bin/schoolgate.cjs');
const SERVER_ADDRESS = 'http://127.0.0.1:8080';
/** A start of the container and of the agent in it, on a machine that builds beside. */
const PATIENCE_MS = 120_000;

/** A computer with Debian, where the agent is installed by a package, and a school server that it reaches. */
export interface PackagedLaptop extends DebianMachine {
  readonly serverAddress: string;
  /** A token by which it can enroll. */
  readonly token: string;
  /** Runs a command on it. @returns what it printed @throws Error when it fails */
  ok(...args: readonly string[]): Promise<string>;
  /** Runs a command on it as an account without rights; never rejects. */
  asStudent(...args: readonly string[]): Promise<LabResult>;
  /** A property of a unit of systemd. */
  show(unit: string, property: string): Promise<string>;
  becomes(unit: string, property: string, wanted: RegExp): Promise<unknown>;
  /** Asks the server's API with a key of an administrator. @throws Error unless it answers with success */
  api(method: string, path: string, body: unknown): Promise<void>;
  /** Its removal code, as an administrator sees it, in the environment of a removal. */
  removalCode(deviceId: string): Promise<Readonly<Record<string, string>>>;
  /** Waits until the agent is connected and its firewall in force. @returns the device's id */
  works(): Promise<string>;
}

/** @param folder for its root and the server's data */
export async function createPackagedLaptop(folder: string): Promise<PackagedLaptop> {
  const machine = createDebianMachine(folder);
  const dataDir = join(folder, 'data');
  const onItsNetwork = (...args: readonly string[]) =>
    startProgram('ip', [
      'netns',
      'exec',
      machine.network,
      process.execPath,
      SERVER,
      ...args,
      '--data-dir',
      dataDir,
    ]);
  const server = onItsNetwork('serve', '--json');
  await server.line(/"http"/);
  const asked = async (...args: readonly string[]): Promise<Readonly<Record<string, string>>> => {
    const command = onItsNetwork(...args, '--json');
    const line = await command.line(/^\{/);
    await command.ended;
    return JSON.parse(line) as Readonly<Record<string, string>>;
  };
  const { token = '' } = await asked('enrollment-tokens', 'create', '--ou', '/');

  const show: PackagedLaptop['show'] = async (unit, property) =>
    (await machine.run(['systemctl', 'show', '--value', `--property=${property}`, unit])).stdout.trim();
  const worksAs = async (): Promise<string | null> => {
    const { stdout } = await machine.run(['schoolgate-agent', 'status', '--json']);
    const { running, deviceId, agent } = JSON.parse(stdout) as {
      readonly running: boolean;
      readonly deviceId: string | null;
      readonly agent: { readonly link: { readonly state: string } } | null;
    };
    const tables = (await machine.run(['nft', 'list', 'tables'])).stdout;
    return running && agent?.link.state === 'online' && /inet schoolgate\n/.test(tables) ? deviceId : null;
  };
  return {
    ...machine,
    serverAddress: SERVER_ADDRESS,
    token,
    async ok(...args) {
      const { code, stdout, stderr } = await machine.run(args);
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
      return stdout.trim();
    },
    async api(method, path, body) {
      const { key = '' } = await asked('keys', 'create', '--name', 'test', '--scopes', 'all');
      await promisify(execFile)('ip', [
        ...['netns', 'exec', machine.network, 'curl', '--silent', '--show-error', '--fail-with-body'],
        ...['--request', method, '--header', `authorization: Bearer ${key}`],
        ...['--header', 'content-type: application/json', '--data', JSON.stringify(body)],
        `${SERVER_ADDRESS}${path}`,
      ]);
    },
    async removalCode(deviceId) {
      const { code = '' } = await asked('devices', 'removal-code', deviceId);
      return { SCHOOLGATE_REMOVAL_CODE: code };
    },
    asStudent: (...args) =>
      machine.run(['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--', ...args]),
    show,
    becomes: (unit, property, wanted) =>
      until(async () => wanted.test(await show(unit, property)), {
        what: `${property} of ${unit} to be like ${wanted}`,
        timeoutMs: PATIENCE_MS,
        intervalMs: 250,
      }),
    works: () =>
      until(worksAs, {
        what: 'the agent to be connected and to filter',
        timeoutMs: PATIENCE_MS,
        intervalMs: 250,
      }),
    async down() {
      await server.end();
      await machine.down();
    },
  };
}
