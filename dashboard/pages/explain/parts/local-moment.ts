import { localTime, zoneClock } from '../../../../contracts/policy/local-time.ts';
import { facts } from '../../../app/client/facts.ts';

const HAS_ZONE = /(?:z|[+-]\d\d:?\d\d)$/i;
const LENGTH_OF_DATE = 10;
const LENGTH_TO_MINUTES = 16;

/** A moment of the address as the field shows it: `2025-11-24T10:42` in the school's zone. */
export function fieldOf(at: string): string {
  return HAS_ZONE.test(at) ? localOf(Date.parse(at)) : whole(at);
}

/** A moment of the address, RFC 3339. What names no zone is a local time of the school. */
export function instantOf(at: string): string {
  if (HAS_ZONE.test(at)) return new Date(at).toISOString();
  const local = Date.parse(`${whole(at)}Z`);
  return new Date(zoneClock(facts.timeZone).instantOf(local)).toISOString();
}

function localOf(at: number): string {
  return new Date(localTime(zoneClock(facts.timeZone), at)).toISOString().slice(0, LENGTH_TO_MINUTES);
}

function whole(local: string): string {
  return local.length === LENGTH_OF_DATE ? `${local}T00:00` : local.slice(0, LENGTH_TO_MINUTES);
}
