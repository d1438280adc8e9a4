import ipaddr from 'ipaddr.js';
import type { CommandRunner } from '../../../ports/command-runner.ts';
import type { JournaledStep } from '../../../ports/filter-control.ts';
import { isOurPac } from '../../own-pac.ts';

/** What one network service (Wi-Fi, an adapter) is set to by hand or by profile. */
export interface NetworkService {
  readonly name: string;
  /** Empty = those of the network. */
  readonly resolvers: readonly string[];
  /** Null = none. */
  readonly pacUrl: string | null;
  readonly pacOn: boolean;
}

const OURS = ['127.0.0.1'];

/** Services that are on. networksetup(8) does not translate what it prints, and what is no address counts as none. */
export async function readServices(run: CommandRunner): Promise<readonly NetworkService[]> {
  const listed = (await run.run(['networksetup', '-listallnetworkservices'])).stdout;
  const services: NetworkService[] = [];
  for (const name of parseNames(listed)) {
    const dns = (await run.run(['networksetup', '-getdnsservers', name])).stdout;
    const pac = (await run.run(['networksetup', '-getautoproxyurl', name])).stdout;
    services.push({ name, resolvers: parseResolvers(dns), ...parsePac(pac) });
  }
  return services;
}

/** The first line explains the asterisk, which marks services that are off. */
function parseNames(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .slice(1)
    .filter((name) => name.trim() !== '' && !name.startsWith('*') && !name.startsWith('-'));
}

/** One address a line, or `There aren't any DNS Servers set on Wi-Fi.` */
function parseResolvers(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => ipaddr.isValid(line));
}

/** `URL: http://…` or `URL: (null)`, then `Enabled: Yes`. */
function parsePac(text: string): Pick<NetworkService, 'pacUrl' | 'pacOn'> {
  const url = /^URL: (\S+)\s*$/m.exec(text)?.[1];
  return {
    pacUrl: url === undefined || url === '(null)' ? null : url,
    pacOn: /^Enabled: Yes\s*$/m.test(text),
  };
}

/** A resolver set by hand may win over the dynamic store: it is replaced, and written down. A service without is left alone. */
export function planResolvers({ name, resolvers }: NetworkService): readonly JournaledStep[] {
  if (resolvers.length === 0 || resolvers.join() === OURS.join()) return [];
  const set = ['networksetup', '-setdnsservers', name];
  return [
    {
      id: `darwin-resolvers:${name}`,
      what: `replace the resolvers that are set by hand for ${name}`,
      cmd: [...set, ...OURS],
      undo: [[...set, ...resolvers]],
    },
  ];
}

export function planPac({ name, pacUrl, pacOn }: NetworkService, wanted: string): readonly JournaledStep[] {
  if (pacUrl === wanted && pacOn) return [];
  const off = ['networksetup', '-setautoproxystate', name, 'off'];
  const set = (url: string): readonly string[] => ['networksetup', '-setautoproxyurl', name, url];
  // Another port of ours is no setting of the school's to come back to.
  const before = pacUrl === null || isOurPac(pacUrl) ? null : pacUrl;
  return [
    {
      id: `darwin-pac:${name}`,
      what: `set the proxy of ${name}`,
      // Setting the address turns it on too.
      cmd: set(wanted),
      undo: [...(before === null ? [] : [set(before)]), ...(pacOn && before !== null ? [] : [off])],
    },
  ];
}

/** Takes away what is ours without knowing what was before. The address stays, switched off: networksetup cannot forget one. */
export function planServiceOff({ name, resolvers, pacUrl, pacOn }: NetworkService): readonly JournaledStep[] {
  const steps: JournaledStep[] = [];
  if (resolvers.join() === OURS.join())
    steps.push({
      id: `darwin-resolvers-off:${name}`,
      what: `give ${name} the network's resolvers`,
      cmd: ['networksetup', '-setdnsservers', name, 'Empty'],
      undo: [],
    });
  if (pacUrl !== null && isOurPac(pacUrl) && pacOn)
    steps.push({
      id: `darwin-pac-off:${name}`,
      what: `take the proxy of ${name} away`,
      cmd: ['networksetup', '-setautoproxystate', name, 'off'],
      undo: [],
    });
  return steps;
}
