import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createCommandRunner } from '../../agent/os/command-runner.ts';
import { createFileReader } from '../../agent/os/file-reader.ts';
import { createFilterFiles } from '../../agent/os/filter-files.ts';
import { createFilterJournal } from '../../agent/os/filter-journal.ts';
import { createLinuxFilter, type LinuxFilter } from '../../agent/os/linux/filter/filter-control.ts';
import type { CommandRunner } from '../../agent/ports/command-runner.ts';
import type { EgressAttempt, FilterGoal } from '../../agent/ports/filter-control.ts';
import { silentLog } from '../../kit/log.ts';
import { startProgram, type TestProcess } from './child-process.ts';
import { answerer, type Probe } from './lab-probe.ts';
import { buildLaptopLab, type LaptopLab, labObstacle, labRequired } from './laptop-lab.ts';

const NODE = ['env', '-i', process.execPath, '-e'];
const WORLD = [1, 8, 9].flatMap((host) => [`10.200.0.${host}`, `fd00:200::${host}`]);
const UDP_PORTS = [53, 80, 443, 500, 853, 1194, 4500, 8853, 51_820, 9_999];
const TCP_PORTS = [53, 80, 443, 853, 1723, 5053, 8080, 9_999];

/** The firewall adapter on a laptop of the lab, with stand-ins for the worker and the world. */
export interface FilterLab {
  readonly lab: LaptopLab;
  /** Runs JavaScript until the end of the suite; resolves when it has printed "ready". */
  start(where: 'net' | 'worker' | 'student', script: string): Promise<TestProcess>;
  /** Says "ours" where the worker listens. */
  startWorker(): Promise<TestProcess>;
  /** Commands that the adapter runs, run on the laptop. */
  readonly run: CommandRunner;
  /** The laptop's root as the adapter sees it, state in `/state`; all is restored after the test. */
  root(t: Test): string;
  /** A new process's adapter. */
  adapter(root: string): LinuxFilter;
  goal(changes?: Partial<FilterGoal>): FilterGoal;
  /** @throws when a step fails */
  enforce(filter: LinuxFilter, wanted: FilterGoal): Promise<void>;
}

const obstacle = labObstacle();
/** Why suites that need the lab cannot run here; false = they can, or must. */
export const skipLab = obstacle !== null && !labRequired() ? obstacle : false;

/** Builds the lab and starts the world, which says "world" on many ports. Ends with the suite. */
export async function buildFilterLab(): Promise<FilterLab> {
  const lab = await buildLaptopLab({ guest: true });
  const processes: TestProcess[] = [];
  t.teardown(async () => {
    for (const one of processes.reverse()) await one.end('SIGKILL');
    await lab.down();
  });
  const start: FilterLab['start'] = async (where, script) => {
    const started = startProgram(...lab.command(where, [...NODE, script]));
    processes.push(started);
    await started.line(/ready/);
    return started;
  };
  const runner = createCommandRunner({ env: process.env });
  const run: CommandRunner = {
    run: (cmd, options) => {
      const [program, args] = lab.command('laptop', cmd);
      return runner.run([program, ...args], options);
    },
  };
  const adapter: FilterLab['adapter'] = (root) =>
    createLinuxFilter({
      run,
      reader: createFileReader({ root }),
      files: createFilterFiles({ root }),
      journal: createFilterJournal({ path: join(root, 'state/filter-journal') }),
      stateFolder: '/state',
      ownUid: 0,
      log: silentLog,
    });
  await start('net', answerer({ word: 'world', hosts: WORLD, udp: UDP_PORTS, tcp: TCP_PORTS }));
  return {
    lab,
    start,
    run,
    adapter,
    startWorker: () =>
      start(
        'worker',
        answerer({ word: 'ours', hosts: ['127.0.0.1', '::1'], udp: [5300], tcp: [5300, 8123, 8443] }),
      ),
    root(t) {
      const root = mkdtempSync(join(tmpdir(), 'laptop-root-'));
      mkdirSync(join(root, 'state'));
      symlinkSync(lab.etc, join(root, 'etc'));
      t.teardown(async () => {
        await adapter(root).restore();
        rmSync(root, { recursive: true });
      });
      return root;
    },
    goal: (changes = {}) => ({ ...labWish(lab), ...changes }),
    async enforce(filter, wanted) {
      const outcome = await filter.apply(await filter.check(wanted));
      if (!outcome.done) throw new Error(outcome.detail);
    },
  };
}

function labWish(lab: LaptopLab): FilterGoal {
  return {
    mode: 'enforce',
    failMode: 'closed',
    workerUid: lab.workerUid,
    ports: { dns: 5300, proxy: 8123, relay: 8443 },
    networkResolvers: ['10.200.0.1', 'fd00:200::1'],
    dohAddresses: ['10.200.0.8', 'fd00:200::8', '10.200.0.8/32'],
    portalAddresses: [],
    pinnedEgress: false,
    browser: { safeSearch: true, youtubeRestriction: 'moderate', pacUrl: 'http://127.0.0.1:8123/proxy.pac' },
  };
}

export const to = (protocol: 'udp' | 'tcp', host: string, port: number): Probe => ({ protocol, host, port });

export const bothFamilies = (protocol: 'udp' | 'tcp', last: number, port: number): readonly Probe[] => [
  to(protocol, `10.200.0.${last}`, port),
  to(protocol, `fd00:200::${last}`, port),
];

/** Each attempt in words, sorted. */
export const counted = (attempts: readonly EgressAttempt[]): readonly string[] =>
  attempts.map(({ kind, address, port, uid }) => `${kind} ${address} ${port} ${uid ?? '-'}`).sort();
