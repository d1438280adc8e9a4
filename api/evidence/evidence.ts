import { statusShown } from '../../contracts/device/presence.ts';
import { type Evidence, type EvidenceGap, GAP_REASONS } from '../../contracts/rest/evidence.ts';
import { Fault } from '../../kit/fault.ts';
import { nextTurn } from '../../kit/turns.ts';
import type { DeviceFilter, DeviceRecord, DeviceSortField } from '../../store/ports/devices.ts';
import type { ListPage, ListQuery } from '../../store/ports/list.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { enforces, gapReason } from '../../store/rules/policy-gaps.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { offlineSince } from '../devices/story/device-state.ts';
import { askedOu, type Reach } from '../input/reach.ts';

type Sources = Pick<Repositories, 'devices' | 'policies' | 'ous'>;

/** A policy version and the devices that are asked for it. */
export interface EvidenceQuestion {
  readonly organisationId: number;
  readonly version: number;
  /** Null = the whole organisation. */
  readonly ouPath: string | null;
  readonly now: number;
}

/**
 * Reads a question: without a version it is about the present one.
 * @throws Fault not_found for a version that there is not yet, or a unit out of reach
 */
export async function readQuestion(
  { policies, ous }: Sources,
  {
    reach,
    asked,
    now,
  }: {
    readonly reach: Reach;
    readonly asked: { readonly version?: number; readonly ou?: string };
    readonly now: number;
  },
): Promise<EvidenceQuestion> {
  const { organisationId } = reach;
  const ouPath = await askedOu({ ous }, reach, asked.ou);
  const current = await policies.version(organisationId);
  const { version = current } = asked;
  if (version > current)
    throw new Fault('not_found', `There is no policy version ${version}; the present one is ${current}.`);
  return { organisationId, version, ouPath, now };
}

function placeOf({ ouPath }: EvidenceQuestion): DeviceFilter {
  return ouPath === null ? {} : { withinOuPath: ouPath };
}

/** The filter of the devices that do not enforce the version. */
export function gapFilter(question: EvidenceQuestion): DeviceFilter {
  return { ...placeOf(question), notEnforcing: question.version };
}

/** How many devices enforce the version, and why the others do not. */
export async function evidenceOf({ devices }: Sources, question: EvidenceQuestion): Promise<Evidence> {
  const { organisationId, version, ouPath, now } = question;
  const cells = await devices.summary(organisationId, placeOf(question));
  const countOf = (fits: (cell: (typeof cells)[number]) => boolean): number =>
    cells.reduce((sum, cell) => sum + (fits(cell) ? cell.count : 0), 0);
  const all = countOf(() => true);
  const enforcing = countOf((cell) => enforces(cell, version));
  const because = GAP_REASONS.map(
    (reason) => [reason, countOf((cell) => gapReason(cell, version) === reason)] as const,
  );
  return {
    version,
    ou: ouPath ?? '/',
    devices: all,
    enforcing,
    notEnforcing: { total: all - enforcing, ...Object.fromEntries(because) } as Evidence['notEnforcing'],
    generatedAt: timestamp(now),
  };
}

export type GapQuery = ListQuery<DeviceFilter, DeviceSortField>;

/** A page of the devices that do not enforce the version, with the reasons that they told. */
export async function gapsOf(
  { devices }: Sources,
  { version, now }: EvidenceQuestion,
  query: GapQuery,
): Promise<ListPage<EvidenceGap>> {
  const page = await devices.list(query);
  const told = await devices.protectionReasons(page.rows.map(({ id }) => id));
  return {
    ...page,
    rows: page.rows.map((device) => gapOf(device, { version, now, told: told.get(device.id) ?? null })),
  };
}

function gapOf(
  device: DeviceRecord,
  { version, now, told }: { readonly version: number; readonly now: number; readonly told: string | null },
): EvidenceGap {
  const { state: protection, policyVersion, since } = device.protection;
  // The list has none that enforces it.
  const reason =
    gapReason({ protection, policyVersion, status: statusShown(device, now) }, version) ?? 'stale';
  const beginnings = {
    offline: offlineSince(device),
    unprotected: since,
    // A device does not tell since when it has its version.
    stale: protection === 'stale' ? since : null,
    no_report: device.enrolledAt,
  };
  const at = beginnings[reason];
  return {
    deviceId: device.id,
    name: device.name,
    ou: device.ouPath,
    reason,
    since: at === null ? null : timestamp(at),
    detail: told,
    protection,
    policyVersion,
    lastSeen: timestamp(device.lastSeenAt),
  };
}

/** Devices read before other work gets its turn. */
const READ_AT_ONCE = 1_000;
/** Most devices of one file: every device of the largest organisation that the server is made for. */
const MAX_FILE_DEVICES = 50_000;

/** All devices that do not enforce the version, unit by unit. @throws Fault unprocessable when they are too many for a file */
export async function allGaps(sources: Sources, question: EvidenceQuestion): Promise<readonly EvidenceGap[]> {
  const { organisationId } = question;
  const gaps: EvidenceGap[] = [];
  let from: GapQuery['from'] = { kind: 'page', page: 1 };
  for (;;) {
    const { rows, hasMore, last } = await gapsOf(sources, question, {
      organisationId,
      filter: gapFilter(question),
      sort: [
        { field: 'ou', descending: false },
        { field: 'name', descending: false },
      ],
      limit: READ_AT_ONCE,
      from,
    });
    gaps.push(...rows);
    if (gaps.length > MAX_FILE_DEVICES)
      throw new Fault('unprocessable', `These are more than ${MAX_FILE_DEVICES} devices; ask unit by unit.`);
    if (!hasMore || last === null) return gaps;
    from = { kind: 'after', position: last };
    await nextTurn();
  }
}
