import { unenrollDevice } from '../../api/devices/devices.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdSource } from '../../kit/random.ts';
import type { StoreAdapter } from '../../store/ports/adapter.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { KeptRevoked, Revocation } from '../../store/ports/revocations.ts';
import type { Store } from '../../store/ports/store.ts';
import { mergeRevocations, revokedSince } from '../../store/rules/revocations.ts';

/**
 * How far the counters move forward that devices and receivers have seen grow after the backup. Devices refuse a target state or a command whose number is not
 * above the last one, and readers of events continue after the last one they saw. No school makes a million changes between two backups.
 */
export const TIMELINE_STEP = 1_000_000;

/** What a restore knows of the database that is replaced. */
export interface NewTimeline {
  readonly backupCreatedAt: string;
  readonly file: string;
  /** The replaced store; null when there is none. */
  readonly replaced: StoreAdapter | null;
  /** Journals of revocations that were found beside it, or were given. */
  readonly journals: readonly (readonly Revocation[])[];
  /** The operator states that nothing was revoked since the backup: then only known revocations are applied. */
  readonly nothingRevoked: boolean;
}

/** How the revocations since the backup were determined. */
export type RevocationSource =
  /** The journal has all revocations since the backup. */
  | 'journal'
  /** No journal has them: every credential that can be made anew was ended. */
  | 'everything'
  /** No journal has them, and the operator states that there were none. */
  | 'operator';

/** What was carried over from the replaced database. */
export interface CarriedOver {
  readonly revocations: RevocationSource;
  readonly kept: KeptRevoked;
}

/**
 * Prepares a restored database for use. It upgrades the schema, moves counters past all that devices and receivers have seen, ends every dashboard session, and
 * applies the revocations since the backup. It writes an entry to the audit.
 */
export async function beginNewTimeline(
  adapter: StoreAdapter,
  tools: { readonly clock: Clock; readonly ids: IdSource },
  timeline: NewTimeline,
): Promise<CarriedOver> {
  const { backupCreatedAt, file } = timeline;
  const store = adapter.createStore(tools);
  await store.start();
  await store.stop();
  const { unenrolled, ...carriedOver } = await moveOn(adapter, timeline, tools.clock.now());
  await store.start();
  try {
    await unenroll(store, unenrolled, tools.clock.now());
    await store.audit.append({
      organisationId: DEFAULT_ORGANISATION_ID,
      at: tools.clock.now(),
      actor: 'cli',
      action: 'backup.restored',
      target: null,
      after: { file, backupCreatedAt, ...carriedOver },
    });
  } finally {
    // Closing writes the log into the main file, so that the file that is moved into place is complete.
    await store.stop();
  }
  return carriedOver;
}

async function moveOn(
  adapter: StoreAdapter,
  { backupCreatedAt, replaced, journals, nothingRevoked }: NewTimeline,
  now: number,
): Promise<CarriedOver & { readonly unenrolled: readonly string[] }> {
  const journal = mergeRevocations(...journals, replaced === null ? [] : await readRevocations(replaced));
  const ofBackup = await adapter.inspect((inspection) => inspection.revocations());
  const since = revokedSince(ofBackup ?? [], journal);
  const { kept, unenrolled } = await adapter.beginTimeline({
    step: TIMELINE_STEP,
    revoked: since ?? knownOf(journal),
    revokeEverything: since === null && !nothingRevoked,
    label: `restored ${backupCreatedAt}`,
    now,
  });
  return { revocations: sourceOf(since, nothingRevoked), kept, unenrolled };
}

function sourceOf(since: readonly Revocation[] | null, nothingRevoked: boolean): RevocationSource {
  if (since !== null) return 'journal';
  return nothingRevoked ? 'operator' : 'everything';
}

/** Of a journal that does not know all: only what can never be right again, not what may have been changed back since. */
function knownOf(journal: readonly Revocation[]): readonly Revocation[] {
  return journal.filter(
    ({ kind, value }) =>
      kind === 'api_secret' ||
      (kind === 'api_key' && value !== null && !value.includes('"revokedAt":null')) ||
      (value === null && ['enrollment_token', 'account', 'webhook'].includes(kind)),
  );
}

async function unenroll(store: Store, ids: readonly string[], now: number): Promise<void> {
  for (const id of ids)
    await store.transaction(async (tx) => {
      const device = await tx.devices.find(id);
      if (device === null) return;
      const reach = { organisationId: device.organisationId, ouPath: null };
      await unenrollDevice(tx, { reach, id, now, checkVersion: () => undefined });
    });
}

/** A replaced database that cannot be read is perhaps why there is a restore: then the journal beside it has to do. */
async function readRevocations(replaced: StoreAdapter): Promise<readonly Revocation[]> {
  try {
    return (await replaced.inspect((inspection) => inspection.revocations())) ?? [];
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}
