import { PREVIEW_DAYS, type Preview, type PreviewRequest } from '../../contracts/rest/policies.ts';
import { Fault } from '../../kit/fault.ts';
import type { PolicyRecord } from '../../store/ports/policies.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { toPolicyModel } from '../../store/rules/policy-model.ts';
import type { ReadSchoolTimes } from '../../store/rules/school-times.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import type { Reach } from '../input/reach.ts';
import { readDraft } from './draft.ts';
import { findPolicy, type PolicyTools } from './policies.ts';
import type { PreviewChange, PreviewEngine } from './preview/preview-engine.ts';

export interface PreviewTools extends PolicyTools {
  readonly store: Pick<
    Repositories,
    'policies' | 'ous' | 'users' | 'devices' | 'organisations' | 'organisationSettings'
  >;
  readonly schoolTimes: ReadSchoolTimes;
  readonly preview: Pick<PreviewEngine, 'run'>;
}

const DAY_MS = 86_400_000;

/**
 * Runs a draft over the requests of the last days. The draft is complete: a missing member has its default, even when the draft replaces a
 * policy.
 * @throws Fault validation_failed, unprocessable, ou_not_permitted, unavailable
 */
export async function previewPolicy(
  tools: PreviewTools,
  {
    reach,
    timezone,
    request,
    gone,
  }: {
    readonly reach: Reach;
    readonly timezone: string;
    readonly request: PreviewRequest;
    readonly gone: AbortSignal;
  },
): Promise<Preview> {
  const { store, clock, ids, preview } = tools;
  const { organisationId, ouPath } = reach;
  const replaced = request.replaces === undefined ? null : await named(store, reach, request.replaces);
  const draft = { reach, timezone, known: null, ruleIds: null, base: '#/policy' };
  const fields = await readDraft(store, tools, draft, request.policy);
  const now = clock.now();
  const record: PolicyRecord = {
    ...fields,
    id: replaced?.id ?? ids.next('pol'),
    organisationId,
    builtIn: false,
    named: await store.policies.nameTarget(organisationId, fields.target),
    version: (await store.policies.version(organisationId)) + 1,
    createdAt: now,
    updatedAt: now,
  };
  const result = await preview.run({
    organisationId,
    policy: toPolicyModel(record, await tools.schoolTimes(store, organisationId)),
    replaces: replaced?.id ?? null,
    from: now - (request.days ?? PREVIEW_DAYS.default) * DAY_MS,
    to: now,
    withinOuPath: ouPath,
    signal: gone,
  });
  return {
    from: timestamp(result.from),
    to: timestamp(result.to),
    evaluated: result.evaluated,
    warnings: [...result.warnings],
    newlyAllowed: changeOf(result.newlyAllowed),
    newlyBlocked: changeOf(result.newlyBlocked),
  };
}

/** @throws Fault unprocessable */
async function named(store: Pick<Repositories, 'policies'>, reach: Reach, id: string): Promise<PolicyRecord> {
  const policy = await findPolicy(store, reach, id);
  if (policy !== null) return policy;
  const detail = 'There is no such policy.';
  throw new Fault('unprocessable', detail, {
    extras: { errors: [{ in: 'body', pointer: '#/replaces', code: 'unknown_policy', detail }] },
  });
}

function changeOf({ topDomains, ...figures }: PreviewChange): Preview['newlyAllowed'] {
  return { ...figures, topDomains: topDomains.map(({ domain, count }) => ({ domain, count })) };
}
