import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { createCommandRunner } from '../../agent/os/command-runner.ts';
import { createNetworkLock } from '../../agent/os/linux/network-lock.ts';
import type { CommandRunner } from '../../agent/ports/command-runner.ts';
import { hasFields } from '../support/has-fields.ts';
import { createLabTag, deleteNamespace, sweepDeadLabs } from '../support/lab-namespaces.ts';
import { openClone } from '../support/open-clone.ts';

/**
 * The network lock for real, on a laptop that is a network namespace: nothing of this machine's own network or firewall is touched.
 *
 *   sg…-net     10.231.0.1 a site, 10.231.0.9 the school server (fd00:231::1, ::9)
 *   sg…-lap     10.231.0.2 (fd00:231::2)
 */
const TAG = createLabTag();
const NET = `${TAG}-net`;
const LAPTOP = `${TAG}-lap`;
const PORT = 8080;
const STUDENT = 1501;

/** Runs JavaScript in a namespace as a user, without the test runner's environment, which writes into a folder of root's. */
function nodeIn(namespace: string, uid: number, script: string): string[] {
  const user = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', 'env', '-i'];
  const open = ['sh', '-ec', `${openClone()}\nexec "$@"`, 'sh'];
  return ['netns', 'exec', namespace, ...open, ...user, process.execPath, '-e', script];
}

/** Both families, in the same order. */
const SERVERS = ['10.231.0.9', 'fd00:231::9'];
const SITES = ['10.231.0.1', 'fd00:231::1'];

function sh(command: string): string {
  return execFileSync('sh', ['-c', command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Why it cannot run here; null = it can. */
function obstacle(): string | null {
  if (process.platform !== 'linux') return 'not Linux';
  if (process.getuid?.() !== 0) return 'not root';
  sweepDeadLabs();
  try {
    sh(`command -v nft ip setpriv && ip netns add ${NET}`);
  } catch {
    return 'nft, ip or setpriv is missing, or network namespaces are not permitted';
  }
  return null;
}

const reason = obstacle();
if (reason !== null) {
  const required = (process.env.SCHOOLGATE_CI_REQUIRE ?? '').split(/[ ,]/).includes('netns');
  if (required) t.fail(`the network lock could not be tested in a namespace: ${reason}`);
  else t.pass(`skipped: ${reason}`, { skip: reason });
} else {
  t.teardown(() => [LAPTOP, NET].forEach(deleteNamespace));
  up();
  tests();
}

function up(): void {
  sh(`set -e
    ip netns add ${LAPTOP}
    ip -n ${NET} link set lo up; ip -n ${LAPTOP} link set lo up
    ip link add lan0 netns ${NET} type veth peer name wifi0 netns ${LAPTOP}
    for host in 1 9; do ip -n ${NET} address add 10.231.0.$host/24 dev lan0; ip -n ${NET} address add fd00:231::$host/64 dev lan0 nodad; done
    ip -n ${LAPTOP} address add 10.231.0.2/24 dev wifi0; ip -n ${LAPTOP} address add fd00:231::2/64 dev wifi0 nodad
    ip -n ${NET} link set lan0 up; ip -n ${LAPTOP} link set wifi0 up`);
}

/** Commands that the adapter runs, run on the laptop. */
function onLaptop(): CommandRunner {
  const run = createCommandRunner({ env: process.env });
  return { run: (cmd, options) => run.run(['ip', 'netns', 'exec', LAPTOP, ...cmd], options) };
}

function ruleset(): string {
  return sh(`ip netns exec ${LAPTOP} nft list ruleset`);
}

/** How a connection from the laptop ends: "connected", or the error's code. */
function connect(host: string, uid: number): string {
  const script = `const socket = require('node:net').connect({ host: '${host}', port: ${PORT}, timeout: 3000 });
    const end = (word) => { process.stdout.write(word); process.exit(); };
    socket.on('connect', () => end('connected')).on('timeout', () => end('timeout')).on('error', (error) => end(error.code));`;
  return execFileSync('ip', nodeIn(LAPTOP, uid, script), { encoding: 'utf8' });
}

function start(t: Test, namespace: string, uid: number, script: string): ChildProcess {
  const child = spawn('ip', nodeIn(namespace, uid, script), { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

function firstWord(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.stdout?.once('data', (data) => resolve(String(data))));
}

function tests(): void {
  t.before(async () => {
    // Sends without end to whoever connects, on every address.
    const server = start(
      t,
      NET,
      0,
      `const server = require('node:net').createServer((socket) => {
        const send = () => { while (socket.writable && socket.write(Buffer.alloc(65536))); };
        socket.on('error', () => {}).on('drain', send); send();
      });
      server.listen({ port: ${PORT}, host: '::' }, () => console.log('up'));`,
    );
    await firstWord(server);
  });

  t.test('engaged, a running download ends at once', async (t) => {
    // A reset that arrives within a read shows as the end of the data, else as ECONNRESET: both are the end.
    const download = start(
      t,
      LAPTOP,
      STUDENT,
      `const socket = require('node:net').connect(${PORT}, '${SITES[0]}');
      socket.once('data', () => console.log('running')); socket.resume();
      socket.on('error', () => {}).on('close', () => { console.log('ended'); process.exit(); });`,
    );
    t.equal((await firstWord(download)).trim(), 'running');
    const lock = createNetworkLock({ run: onLaptop(), exemptUid: 0 });
    const ended = firstWord(download);
    hasFields(t, await lock.engage({ servers: SERVERS, resolvers: [] }), { done: true });
    // Sent without end: only the lock ends it, and one that does not is the file's time-out.
    t.equal((await ended).trim(), 'ended');
    await lock.release();
  });

  t.test('engaged, the exempt user reaches the server and nobody reaches anything else', async (t) => {
    const lock = createNetworkLock({ run: onLaptop(), exemptUid: 0 });
    for (const host of [...SERVERS, ...SITES]) t.equal(connect(host, STUDENT), 'connected', `${host} before`);
    hasFields(t, await lock.engage({ servers: SERVERS, resolvers: [] }), { done: true });
    t.equal(await lock.state(), 'engaged');
    for (const host of SERVERS) {
      t.equal(connect(host, 0), 'connected', `${host} for the agent`);
      t.equal(connect(host, STUDENT), 'ECONNREFUSED', `${host} for the student`);
    }
    for (const host of SITES)
      for (const uid of [0, STUDENT]) t.equal(connect(host, uid), 'ECONNREFUSED', `${host} for ${uid}`);
    t.equal(connect('127.0.0.1', STUDENT), 'ECONNREFUSED', 'the laptop itself answers: nobody listens there');
    await lock.release();
  });

  t.test('engaging again replaces the table, and there is only one', async (t) => {
    const lock = createNetworkLock({ run: onLaptop(), exemptUid: 0 });
    await lock.engage({ servers: SERVERS, resolvers: [] });
    hasFields(t, await lock.engage({ servers: SITES, resolvers: ['10.231.0.53'] }), { done: true });
    t.equal(connect('10.231.0.1', 0), 'connected');
    t.equal(connect('10.231.0.9', 0), 'ECONNREFUSED');
    t.equal(ruleset().match(/^table /gm)?.length, 1);
    await lock.release();
  });

  t.test('what others put into the firewall is as before, byte by byte, after a lock', async (t) => {
    sh(`ip netns exec ${LAPTOP} nft add table inet school_own
      ip netns exec ${LAPTOP} nft 'add chain inet school_own out { type filter hook output priority 0; policy accept; }'
      ip netns exec ${LAPTOP} nft 'add rule inet school_own out tcp dport 25 counter drop'`);
    const before = ruleset();
    const lock = createNetworkLock({ run: onLaptop(), exemptUid: 0 });
    await lock.engage({ servers: SERVERS, resolvers: [] });
    t.not(ruleset(), before);
    hasFields(
      t,
      await createNetworkLock({ run: onLaptop(), exemptUid: 0 }).release(),
      { done: true },
      'released by a process that never engaged',
    );
    t.equal(ruleset(), before);
    t.equal(connect('10.231.0.1', STUDENT), 'connected');
    sh(`ip netns exec ${LAPTOP} nft delete table inet school_own`);
  });

  t.test('a removed and a weakened lock are noticed', async (t) => {
    const lock = createNetworkLock({ run: onLaptop(), exemptUid: 0 });
    t.equal(await lock.state(), 'released');
    await lock.engage({ servers: SERVERS, resolvers: [] });
    sh(`ip netns exec ${LAPTOP} nft add element inet schoolgate_lock server4 '{ 10.231.0.1 }'`);
    t.equal(await lock.state(), 'damaged');
    await lock.engage({ servers: SERVERS, resolvers: [] });
    t.equal(await lock.state(), 'engaged');
    sh(`ip netns exec ${LAPTOP} nft insert rule inet schoolgate_lock out accept`);
    t.equal(
      await createNetworkLock({ run: onLaptop(), exemptUid: 0 }).state(),
      'damaged',
      'also to a new process',
    );
    sh(`ip netns exec ${LAPTOP} nft flush ruleset`);
    t.equal(await lock.state(), 'released');
    hasFields(t, await lock.release(), { done: true });
  });

  t.test("this machine's own firewall was not touched", (t) => {
    t.notMatch(sh('nft list ruleset'), 'schoolgate_lock');
    t.notMatch(readFileSync('/proc/net/route', 'utf8'), 'wifi0');
    t.end();
  });
}
