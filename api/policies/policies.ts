import type { PolicyInput, PolicyPatch } from '../../contracts/rest/policies.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { ListPage } from '../../store/ports/list.ts';
import type { PolicyFilter, PolicyRecord } from '../../store/ports/policies.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import { toPolicy } from '../../store/views/policy.ts';
import { notFound } from '../input/field-fault.ts';
import { type Reach, withinReach } from '../input/reach.ts';
import { type DraftTools, readDraft } from './draft.ts';

/** More than a district has. A device evaluates all policies that can apply to it, for every request. */
export const MAX_POLICIES = 1_000;

export interface PolicyTools extends DraftTools {
  readonly clock: Clock;
}

/** A call that concerns one policy and expects a version of it. */
export interface PolicyCall {
  readonly reach: Reach;
  readonly id: string;
  /** Throws when the version differs from the version that the caller has read. */
  readonly checkVersion: (version: number) => void;
}

/** A policy; null = there is none. A caller that is limited to a unit gets only a policy whose target lies wholly in that unit. */
export async function findPolicy(
  { policies }: Pick<Repositories, 'policies'>,
  reach: Reach,
  id: string,
): Promise<PolicyRecord | null> {
  if (reach.ouPath === null) return await policies.get(reach.organisationId, id);
  const { rows } = await page(policies, reach.organisationId, { id, ...withinReach(reach) });
  return rows[0] ?? null;
}

/** As `findPolicy`. @throws Fault not_found */
export async function policyInReach(
  sources: Pick<Repositories, 'policies'>,
  reach: Reach,
  id: string,
): Promise<PolicyRecord> {
  const policy = await findPolicy(sources, reach, id);
  if (policy === null) throw notFound('policy');
  return policy;
}

function page(
  policies: Repositories['policies'],
  organisationId: number,
  filter: PolicyFilter,
): Promise<ListPage<PolicyRecord>> {
  return policies.list({ organisationId, filter, sort: [], limit: 1, from: { kind: 'page', page: 1 } });
}

/** Stores a new policy, fires its event and wakes the devices. @throws Fault validation_failed, unprocessable, ou_not_permitted */
export async function createPolicy(
  tx: Transaction,
  tools: PolicyTools,
  {
    reach,
    timezone,
    input,
  }: { readonly reach: Reach; readonly timezone: string; readonly input: PolicyInput },
): Promise<PolicyRecord> {
  const { organisationId } = reach;
  if ((await page(tx.policies, organisationId, {})).total >= MAX_POLICIES)
    throw new Fault('unprocessable', `An organisation has at most ${MAX_POLICIES} policies.`);
  const draft = { reach, timezone, known: null, ruleIds: [], base: '#' };
  const fields = await readDraft(tx, tools, draft, input);
  const now = tools.clock.now();
  const policy = await tx.policies.create({ id: tools.ids.next('pol'), organisationId, now }, fields);
  await announce(tx, 'policy.created', policy, now);
  return policy;
}

/**
 * Lays a merge patch over a policy. A patch that changes nothing makes no new version and no event.
 * @throws Fault not_found, precondition_failed, validation_failed, unprocessable, ou_not_permitted
 */
export async function updatePolicy(
  tx: Transaction,
  tools: PolicyTools,
  { reach, id, checkVersion, timezone }: PolicyCall & { readonly timezone: string },
  patch: PolicyPatch,
): Promise<{ readonly before: PolicyRecord; readonly after: PolicyRecord }> {
  const before = await policyInReach(tx, reach, id);
  checkVersion(before.version);
  const ruleIds = patch.rules === undefined ? [] : await tx.policies.ruleIds(reach.organisationId, id);
  const fields = await readDraft(tx, tools, { reach, timezone, known: before, ruleIds, base: '#' }, patch);
  const now = tools.clock.now();
  const after = await tx.policies.update(reach.organisationId, id, fields, now);
  if (after === null) throw notFound('policy');
  if (after.version !== before.version) await announce(tx, 'policy.updated', after, now);
  return { before, after };
}

/** @returns the policy as it was, with the number of its deletion. @throws Fault not_found, precondition_failed, policy_in_use */
export async function deletePolicy(
  tx: Transaction,
  { clock }: Pick<PolicyTools, 'clock'>,
  { reach, id, checkVersion }: PolicyCall,
): Promise<PolicyRecord> {
  const policy = await policyInReach(tx, reach, id);
  checkVersion(policy.version);
  const now = clock.now();
  const deleted = await tx.policies.delete(reach.organisationId, id, now);
  if (deleted === null) throw notFound('policy');
  await announce(tx, 'policy.deleted', deleted, now);
  return policy;
}

async function announce(
  tx: Transaction,
  type: 'policy.created' | 'policy.updated' | 'policy.deleted',
  policy: PolicyRecord,
  at: number,
): Promise<void> {
  const { organisationId } = policy;
  await tx.events.append({ type, organisationId, at, data: { policy: toPolicy(policy) } });
  tx.wake({ kind: 'all_devices' });
}
