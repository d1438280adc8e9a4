/** A network service that does not exist: its resolver lies over those of the real ones, whose settings nobody touches. For ever the same. */
export const STORE_KEY = 'State:/Network/Service/E8B88BDF-75D6-4C93-AD32-D71449DBDCBB/DNS';

/** mDNSResponder's own port for look-ups. */
const DNS_PORT = 53;

/** scutil's commands that make our key. `SearchOrder` 1 stands before all that VPNs usually take. */
export function setCommands(dnsPort: number): string {
  return [
    'd.init',
    'd.add ServerAddresses * 127.0.0.1 ::1',
    'd.add SupplementalMatchDomains * ""',
    'd.add SearchOrder # 1',
    ...(dnsPort === DNS_PORT ? [] : [`d.add ServerPort # ${dnsPort}`]),
    `set ${STORE_KEY}`,
    'quit',
    '',
  ].join('\n');
}

export const SHOW_COMMANDS = `show ${STORE_KEY}\nquit\n`;
export const LIST_COMMANDS = 'list State:/Network/Service/[^/]+/DNS\nquit\n';

/** scutil takes one command a line: a key with anything else in it is not asked for. */
export function showCommands(keys: readonly string[]): string {
  const plain = keys.filter((key) => /^State:\/Network\/Service\/[\w.-]+\/DNS$/.test(key));
  return [...plain.map((key) => `show ${key}`), 'quit', ''].join('\n');
}

/** What a dictionary of the store says about resolvers. */
export interface StoredResolver {
  readonly servers: readonly string[];
  readonly domains: readonly string[];
  readonly order: number | null;
  readonly port: number | null;
}

/** Every dictionary that scutil's `show` printed, in order; `No such key` is none. */
export function parseDictionaries(text: string): readonly StoredResolver[] {
  return text
    .split(/^<dictionary> \{$/m)
    .slice(1)
    .map((body) => ({
      servers: arrayOf(body, 'ServerAddresses'),
      domains: arrayOf(body, 'SupplementalMatchDomains'),
      order: numberOf(body, 'SearchOrder'),
      port: numberOf(body, 'ServerPort'),
    }));
}

function arrayOf(body: string, name: string): readonly string[] {
  const array = new RegExp(`^  ${name} : <array> \\{\\n([^}]*)\\}`, 'm').exec(body)?.[1];
  return [...(array ?? '').matchAll(/^\s+\d+ :[ ]?(.*)$/gm)].map(([, value]) => (value ?? '').trim());
}

function numberOf(body: string, name: string): number | null {
  const found = new RegExp(`^  ${name} : (\\d{1,9})$`, 'm').exec(body)?.[1];
  return found === undefined ? null : Number(found);
}

/** Keys of `list`: `  subKey [0] = State:/…`. */
export function parseKeys(text: string): readonly string[] {
  return [...text.matchAll(/^\s*subKey \[\d+\] = (State:\S+)$/gm)].flatMap(([, key]) => key ?? []);
}

/** Whether our key is as `setCommands` makes it. */
export function isOurs(found: StoredResolver | undefined, dnsPort: number): boolean {
  return (
    found !== undefined &&
    found.servers.join() === '127.0.0.1,::1' &&
    found.domains.length === 1 &&
    found.domains[0] === '' &&
    found.order === 1 &&
    (found.port ?? DNS_PORT) === dnsPort
  );
}

/** The resolver that is asked first, in what `scutil --dns` prints; null = none. */
export function firstResolver(text: string): string | null {
  const first = text.split(/^resolver #/m)[1];
  return /^\s*nameserver\[0\] : (\S+)\s*$/m.exec(first ?? '')?.[1] ?? null;
}
