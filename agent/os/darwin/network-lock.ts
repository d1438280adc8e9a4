import { readFile } from 'node:fs/promises';
import { removeDurably, writeDurably } from '../../../kit/durable-file.ts';
import { CANNOT_RUN, type CommandResult, type CommandRunner } from '../../ports/command-runner.ts';
import type { LockedNetwork, NetworkLock, NetworkLockState, Step } from '../../ports/network-lock.ts';
import { done, failed } from '../../ports/outcome.ts';
import { addressesByFamily } from '../ip-addresses.ts';
import { callsAnchors, parseToken, pfReason } from './pf.ts';

/**
 * Lies below com.apple/, because the system's own rules call the anchors there and an update may overwrite /etc/pf.conf. It comes after the filter's
 * anchor 250.
 */
const ANCHOR = 'com.apple/251.schoolgate-lock';

/** Keeps the token of our `pfctl -E` over restarts of the agent. pf stays on until the last token is given back. */
export interface PfToken {
  load(): Promise<string | null>;
  /** Null: forget it. */
  save(token: string | null): Promise<void>;
}

export interface NetworkLockDependencies {
  readonly run: CommandRunner;
  readonly token: PfToken;
  /** Whose sockets may reach the server: a user id. */
  readonly exemptUid: number;
}

/** macOS by pf, in the anchor `com.apple/251.schoolgate-lock`. A captive portal stays open by TCP; crisis help stays shut. Plans and parsing tested on recorded output only; not yet run on a Mac. */
export function createNetworkLock({ run, token, exemptUid }: NetworkLockDependencies): NetworkLock {
  const state = async (): Promise<NetworkLockState> => {
    const rules = await run.run(['pfctl', '-a', ANCHOR, '-s', 'rules']);
    const info = await run.run(['pfctl', '-s', 'info']);
    const main = await run.run(['pfctl', '-s', 'rules']);
    return judge({ rules, info, main });
  };
  return {
    async engage(network) {
      const held = await token.load();
      const references = (await run.run(['pfctl', '-s', 'References'])).stdout;
      for (const step of planEngage(network, exemptUid, held !== null && references.includes(held))) {
        const result = await run.run(step.cmd, step.stdin === undefined ? {} : { stdin: step.stdin });
        if (result.code !== 0) return failed(`${step.what}: ${pfReason(result)}`);
        const given = parseToken(result);
        if (given !== null) await token.save(given);
      }
      return (await state()) === 'engaged'
        ? done('only the server is reachable')
        : failed('the rules were loaded but do not read back whole');
    },
    async release() {
      const held = await token.load();
      for (const step of planRelease(held)) {
        const result = await run.run(step.cmd);
        // pf does not know a token from before a reboot, so that there is nothing to give back.
        if (result.code !== 0 && step.cmd[1] !== '-X') return failed(`${step.what}: ${pfReason(result)}`);
      }
      if (held !== null) await token.save(null);
      return done('the network lock is removed');
    },
    state,
  };
}

/** What is read back: our anchor, whether pf is on, and whether the main rules still call anchors below com.apple/. */
function judge({
  rules,
  info,
  main,
}: Readonly<Record<'rules' | 'info' | 'main', CommandResult>>): NetworkLockState {
  if (rules.code === CANNOT_RUN) return 'released';
  if (rules.code !== 0) return 'damaged';
  const lines = rules.stdout.split('\n').filter((line) => line.trim() !== '' && !line.includes('ALTQ'));
  if (lines.length === 0) return 'released';
  const whole =
    lines.some((line) => line.startsWith('block return out quick all')) &&
    lines.some((line) => line.startsWith('block drop in quick all'));
  return whole && callsAnchors(info.stdout, main.stdout) ? 'engaged' : 'damaged';
}

/** All that engaging does. Pure. The rules come before pf is turned on, and old states go last: pf keeps them for ever. */
export function planEngage(network: LockedNetwork, exemptUid: number, tokenHeld: boolean): readonly Step[] {
  const load: Step = {
    what: 'load the anchor',
    cmd: ['pfctl', '-a', ANCHOR, '-f', '-'],
    stdin: renderAnchor(network, exemptUid),
  };
  const enable: Step = { what: 'turn pf on', cmd: ['pfctl', '-E'] };
  const kill = ['0.0.0.0/0', '::/0'].map(
    (from): Step => ({ what: `end connections of ${from}`, cmd: ['pfctl', '-k', from] }),
  );
  return [load, ...(tokenHeld ? [] : [enable]), ...kill];
}

/** All that releasing does. Pure. */
export function planRelease(token: string | null): readonly Step[] {
  const flush: Step = { what: 'empty the anchor', cmd: ['pfctl', '-a', ANCHOR, '-F', 'all'] };
  return token === null ? [flush] : [flush, { what: 'give pf back', cmd: ['pfctl', '-X', token] }];
}

/** `user` works with tcp and udp only. Look-ups by the system run as _mdnsresponder, so they are refused: the agent uses known addresses. */
function renderAnchor(network: LockedNetwork, exemptUid: number): string {
  const servers = addressesByFamily(network.servers);
  const resolvers = addressesByFamily(network.resolvers);
  const portal = addressesByFamily(network.portalAddresses ?? []);
  return `table <schoolgate_lock_server> persist ${elements([...servers.v4, ...servers.v6])}
table <schoolgate_lock_resolver> persist ${elements([...resolvers.v4, ...resolvers.v6])}
table <schoolgate_lock_portal> persist ${elements([...portal.v4, ...portal.v6])}
pass quick on lo0 all no state
pass out quick inet proto udp from any port 68 to any port 67 no state
pass in quick inet proto udp from any port 67 to any port 68 no state
pass out quick inet6 proto udp from any port 546 to any port 547 no state
pass in quick inet6 proto udp from any port 547 to any port 546 no state
pass out quick inet6 proto ipv6-icmp all icmp6-type { neighbrsol, neighbradv, routersol } no state
pass in quick inet6 proto ipv6-icmp all icmp6-type { neighbrsol, neighbradv, routeradv } no state
pass out quick proto { tcp, udp } from any to <schoolgate_lock_server> user ${exemptUid} keep state
pass out quick proto { tcp, udp } from any to <schoolgate_lock_resolver> port 53 user ${exemptUid} keep state
pass out quick proto tcp from any to <schoolgate_lock_portal> port != 53 keep state
block return out quick all
block drop in quick all
`;
}

function elements(addresses: readonly string[]): string {
  return addresses.length === 0 ? '' : `{ ${addresses.join(', ')} }`;
}

/** Keeps pf's token in a file of the agent's folder. If the file is lost, pf stays on until the next restart without rules of ours, which is harmless. */
export function createPfTokenFile({ path }: { readonly path: string }): PfToken {
  return {
    async load() {
      const text = await readFile(path, 'utf8').catch(() => '');
      return /^\d{1,20}$/.test(text) ? text : null;
    },
    save: (token) => (token === null ? removeDurably(path) : writeDurably(path, token)),
  };
}
