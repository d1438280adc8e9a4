import type { CommandRunner } from '../../../ports/command-runner.ts';
import { addressesByFamily } from '../../ip-addresses.ts';
import { LIST_COMMANDS, parseDictionaries, parseKeys, STORE_KEY, showCommands } from './dynamic-store.ts';

/**
 * Resolvers that the networks gave: DHCP's of the active interfaces in the system's order, then what the dynamic store holds for the services, IPv6 among them.
 * Ours and this computer's own are left out. Never rejects.
 */
export async function readNetworkResolvers(run: CommandRunner): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of parseInterfaces((await run.run(['scutil', '--nwi'])).stdout)) {
    const packet = (await run.run(['ipconfig', 'getpacket', name])).stdout;
    const option = parsePacket(packet);
    found.push(
      ...(option ?? [(await run.run(['ipconfig', 'getoption', name, 'domain_name_server'])).stdout.trim()]),
    );
  }
  const keys = parseKeys((await run.run(['scutil'], { stdin: LIST_COMMANDS })).stdout).filter(
    (key) => key !== STORE_KEY,
  );
  const shown = (await run.run(['scutil'], { stdin: showCommands(keys) })).stdout;
  found.push(...parseDictionaries(shown).flatMap(({ servers }) => servers));
  return inOrder(found);
}

/** `Network interfaces: en0 en5`, the preferred one first. */
function parseInterfaces(text: string): readonly string[] {
  const names = /^Network interfaces: (.*)$/m.exec(text)?.[1] ?? '';
  return names.split(/\s+/).filter((name) => /^[a-z]+\d+$/.test(name));
}

/** `domain_name_server (ip_mult): {10.0.0.1, 10.0.0.2}`; null = there is no lease. */
function parsePacket(text: string): readonly string[] | null {
  const list = /^domain_name_server \(ip_mult\): \{([^}]*)\}/m.exec(text)?.[1];
  return list === undefined ? null : list.split(',').map((address) => address.trim());
}

function inOrder(texts: readonly string[]): readonly string[] {
  // One by one: the list's own order is by number.
  const addresses = texts.flatMap((text) => {
    const { v4, v6 } = addressesByFamily([text]);
    return [...v4, ...v6];
  });
  return [...new Set(addresses)].filter((address) => !address.startsWith('127.') && address !== '::1');
}
