import type { Operation } from '../model.ts';

/** Words that Go spells in its own way: `deviceId` → `DeviceID`. */
const INITIALISMS = new Map(
  'API BSSIDs CIDRs CSV DNS HMAC HTML ID IDs IP MACs OS OU OUs SSIDs TLS TTL URL URLs VPN'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);

/** `lastSeen` → `LastSeen`, `device_id` → `DeviceID`, `hmac+ed25519` → `HMACEd25519` */
export function exportedName(name: string): string {
  return wordsOf(name).map(exportedWord).join('');
}

/** Keywords of Go (its specification, “Keywords”) that are words of the API too. */
const KEYWORDS: ReadonlySet<string> = new Set(['default', 'func', 'import', 'range', 'select', 'type']);

/** `deliveryId` → `deliveryID`, `LogEntry` → `logEntry`, `OU` → `ou`, `type` → `typeName` */
export function localName(name: string): string {
  const [first = '', ...others] = wordsOf(name);
  const local = first.toLowerCase() + others.map(exportedWord).join('');
  return KEYWORDS.has(local) ? `${local}Name` : local;
}

/** `classroom.sessions.create` → `ClassroomSessionsCreate` */
export function operationName({ resource, method }: Pick<Operation, 'resource' | 'method'>): string {
  return [...resource, method].map(exportedName).join('');
}

/** `['classroom', 'sessions']` → `ClassroomSessionsResource` */
export function resourceName(resource: readonly string[]): string {
  return `${resource.map(exportedName).join('')}Resource`;
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
}

function exportedWord(word: string): string {
  return INITIALISMS.get(word.toLowerCase()) ?? word.charAt(0).toUpperCase() + word.slice(1);
}
