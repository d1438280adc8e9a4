import { isId } from '../../contracts/ids.ts';
import type { OverrideInput } from '../../contracts/rest/overrides.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdSource } from '../../kit/random.ts';
import type { OverrideRecord } from '../../store/ports/overrides.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import { MINUTE_MS } from '../../store/rules/session-steps.ts';
import { toOverride } from '../../store/views/override.ts';
import { fieldFault, notFound } from '../input/field-fault.ts';
import { placeInReach } from '../input/place.ts';
import { isRegistrySuffix } from '../input/public-suffix.ts';
import { mayReach, namedOu, type Reach } from '../input/reach.ts';
import { readWebAddress } from '../input/web-address.ts';
import { tellDevices } from './end-override.ts';
import { isBeatenEverywhere, type LockedBlockTools } from './locked-block.ts';

export interface OverrideTools extends LockedBlockTools {
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** @throws Fault not_found */
export async function overrideInReach(
  repositories: Pick<Repositories, 'overrides' | 'ous'>,
  reach: Reach,
  id: string,
): Promise<OverrideRecord> {
  const override = await repositories.overrides.get(reach.organisationId, id);
  if (override === null || !(await placeInReach(repositories, reach, override.placeOuId)))
    throw notFound('override');
  return override;
}

/**
 * Makes an override, which is in force at once.
 * @throws Fault validation_failed for a site that is none, unprocessable for an unknown scope, ou_not_permitted, locked_by_policy
 */
export async function createOverride(
  tx: Transaction,
  { clock, ids, ...tools }: OverrideTools,
  { reach, createdBy }: { readonly reach: Reach; readonly createdBy: string },
  { scope: named, site, ttlMinutes, reason }: OverrideInput,
): Promise<OverrideRecord> {
  const now = clock.now();
  const { host } = readWebAddress(site, '#/site');
  if (isRegistrySuffix(host))
    throw fieldFault(
      '#/site',
      'public_suffix',
      `“${host}” is a suffix under which anybody may have a name: name the site itself.`,
    );
  const { scope, placeOuId } = await readScope(tx, reach, named);
  const wanted = {
    organisationId: reach.organisationId,
    scope,
    site: host,
    createdAt: now,
    expiresAt: now + ttlMinutes * MINUTE_MS,
  };
  if (await isBeatenEverywhere(tx, tools, wanted))
    throw new Fault(
      'locked_by_policy',
      `A locked block of a policy beats this everywhere in its scope: ${host} would stay blocked.`,
    );
  const override = await tx.overrides.create({
    ...wanted,
    id: ids.next('ovr'),
    reason: reason?.trim() || null,
    placeOuId,
    createdBy,
  });
  await tellDevices(tx, override);
  await tx.events.append({
    type: 'override.created',
    organisationId: override.organisationId,
    at: now,
    data: { override: toOverride(override) },
  });
  return override;
}

type Place = Pick<OverrideRecord, 'scope' | 'placeOuId'>;

type Sources = Pick<Repositories, 'users' | 'devices' | 'ous' | 'classroomSessions'>;

/** The scope by id, from an id, a path or an address. */
async function readScope(
  sources: Sources,
  reach: Reach,
  { type, id }: OverrideInput['scope'],
): Promise<Place> {
  switch (type) {
    case 'student':
      return await studentScope(sources, reach, id);
    case 'device': {
      const device = await sources.devices.get(reach.organisationId, id);
      if (device === null || !mayReach(reach, device.ouPath)) throw unknownScope('device');
      return { scope: { type, id: device.id }, placeOuId: device.ouId };
    }
    case 'ou': {
      const unit = await namedOu(sources, reach, id, '#/scope/id');
      return { scope: { type, id: unit.id }, placeOuId: unit.id };
    }
    case 'session':
      return await sessionScope(sources, reach, id);
  }
}

async function studentScope({ users }: Sources, reach: Reach, id: string): Promise<Place> {
  const { organisationId } = reach;
  const user = isId('usr', id)
    ? await users.get(organisationId, id)
    : await users.byEmail(organisationId, id);
  if (user === null || !mayReach(reach, user.ouPath)) throw unknownScope('student');
  return { scope: { type: 'student', id: user.id }, placeOuId: user.ouId };
}

async function sessionScope(sources: Sources, reach: Reach, id: string): Promise<Place> {
  const session = await sources.classroomSessions.get(reach.organisationId, id);
  if (session === null || !(await placeInReach(sources, reach, session.placeOuId)))
    throw unknownScope('classroom session');
  if (session.status === 'ended' || session.status === 'cancelled')
    throw unknownScope('classroom session that runs or is planned');
  return { scope: { type: 'session', id: session.id }, placeOuId: session.placeOuId };
}

function unknownScope(what: string): Fault {
  const detail = `There is no such ${what}.`;
  return new Fault('unprocessable', detail, {
    extras: { errors: [{ in: 'body', pointer: '#/scope/id', code: 'unknown_scope', detail }] },
  });
}
