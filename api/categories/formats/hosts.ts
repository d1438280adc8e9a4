import { isIP } from 'node:net';
import type { ListReader, NameSink } from './list-reader.ts';

/** Names that such files carry for the machine's own sake. */
const LOCAL = new Set([
  'localhost',
  'localhost.localdomain',
  'local',
  'broadcasthost',
  'ip6-localhost',
  'ip6-loopback',
  'ip6-localnet',
  'ip6-mcastprefix',
  'ip6-allnodes',
  'ip6-allrouters',
  'ip6-allhosts',
  '0.0.0.0',
]);

/** As /etc/hosts: an address, then names. The address says nothing; a line without one is malformed. */
export function createHostsReader(sink: Pick<NameSink, 'name' | 'problem'>): ListReader {
  return (line) => {
    const words = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    const [address = '', ...names] = words;
    if (address === '') return;
    if (isIP(address.replace(/%.*$/, '')) === 0 || names.length === 0) {
      sink.problem('malformed');
      return;
    }
    for (const name of names) if (!LOCAL.has(name.toLowerCase())) sink.name(name);
  };
}
