import { withParents } from '../../../contracts/policy/host.ts';
import type { CategorySuggestion, CategorySuggestionInput } from '../../../contracts/rest/categories.ts';
import type { Clock } from '../../../kit/clock.ts';
import { Fault } from '../../../kit/fault.ts';
import type { IdSource } from '../../../kit/random.ts';
import type {
  CategorySuggestionKind,
  CategorySuggestionRecord,
} from '../../../store/ports/category-suggestions.ts';
import type { Repositories, Transaction } from '../../../store/ports/store.ts';
import { timestamp } from '../../../store/views/timestamp.ts';
import { fieldFault, notFound } from '../../input/field-fault.ts';
import type { CategoryLookup } from '../category-lookup.ts';
import { cleanName } from '../clean-name.ts';
import { NAME_REFUSALS } from '../manage-sources.ts';
import { sourceFault } from '../source-definition.ts';

export interface SuggestionTools {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly categories: CategoryLookup;
}

/** Most suggestions that wait for a decision. */
const MAX_OPEN = 1_000;

/** Most accepted suggestions. Each index is made with all of them. */
const MAX_ACCEPTED = 10_000;

/** Most suggestions of a person or a key in a day. */
const MAX_A_DAY = 20;

const DAY_MS = 86_400_000;

/** Makes an open suggestion. @throws Fault validation_failed for a name that can be in no category, unprocessable, already_exists */
export async function suggest(
  tx: Transaction,
  { clock, ids, categories }: SuggestionTools,
  who: { readonly organisationId: number; readonly actor: string },
  { domain: text, category, kind, note }: CategorySuggestionInput,
): Promise<CategorySuggestionRecord> {
  const { organisationId, actor: createdBy } = who;
  const domain = nameOf(text, kind);
  if (!categories.has(category))
    throw sourceFault(
      '/category',
      'unknown_category',
      `There is no category “${category}”; GET /v1/categories has them all.`,
    );
  requireNews(categories, { domain, category, kind });
  const now = clock.now();
  const lastDay = { from: now - DAY_MS, to: now };
  if ((await tx.categorySuggestions.countBy(organisationId, createdBy, lastDay)) >= MAX_A_DAY)
    throw new Fault('unprocessable', `At most ${MAX_A_DAY} suggestions a day: more tomorrow.`);
  if ((await tx.categorySuggestions.count(organisationId, 'open')) >= MAX_OPEN)
    throw new Fault(
      'unprocessable',
      `${MAX_OPEN} suggestions wait already: somebody is to decide them first.`,
    );
  return await tx.categorySuggestions.create({
    id: ids.next('sug'),
    organisationId,
    domain,
    category,
    kind,
    note: note?.trim() || null,
    createdBy,
    createdAt: now,
  });
}

/** @throws Fault not_found */
export async function knownSuggestion(
  { categorySuggestions }: Pick<Repositories, 'categorySuggestions'>,
  organisationId: number,
  id: string,
): Promise<CategorySuggestionRecord> {
  const suggestion = await categorySuggestions.get(organisationId, id);
  if (suggestion === null) throw notFound('suggestion');
  return suggestion;
}

/** Decides a suggestion. A suggestion with the same decision stays as it is. @throws Fault unprocessable when too many are accepted */
export async function decideSuggestion(
  tx: Transaction,
  before: CategorySuggestionRecord,
  decision: { readonly status: 'accepted' | 'declined'; readonly by: string; readonly at: number },
): Promise<CategorySuggestionRecord> {
  const { organisationId, id } = before;
  if (before.status === decision.status) return before;
  if (
    decision.status === 'accepted' &&
    (await tx.categorySuggestions.count(organisationId, 'accepted')) >= MAX_ACCEPTED
  )
    throw new Fault(
      'unprocessable',
      `At most ${MAX_ACCEPTED} suggestions are accepted: decline others, or add a list of your own.`,
    );
  return (await tx.categorySuggestions.decide(organisationId, id, decision)) ?? before;
}

/** A well-known name may be suggested, because a person decides. A crisis-help name may be suggested for removal from a category. */
function nameOf(text: string, kind: CategorySuggestionKind): string {
  const cleaned = cleanName(text);
  if (cleaned.kind !== 'refused' || (kind === 'wrong' && cleaned.why === 'crisis_help')) return cleaned.name;
  const detail = `“${text}” can be in no category: ${NAME_REFUSALS[cleaned.why]}.`;
  throw fieldFault('#/domain', cleaned.why, detail);
}

/** @throws Fault unprocessable where accepting it could change nothing */
function requireNews(
  categories: CategoryLookup,
  { domain, category, kind }: Pick<CategorySuggestionRecord, 'domain' | 'category' | 'kind'>,
): void {
  const [listed = null, ...above] = withParents(domain).filter((name) =>
    categories.categoriesOf(name).includes(category),
  );
  if (kind === 'missing') {
    if (listed !== null)
      throw sourceFault('/domain', 'in_category', `“${domain}” is in the category “${category}” already.`);
    return;
  }
  if (listed === null)
    throw sourceFault('/domain', 'not_in_category', `“${domain}” is not in the category “${category}”.`);
  const highest = above.at(-1);
  if (highest !== undefined)
    throw sourceFault(
      '/domain',
      'name_above',
      `“${domain}” is in the category “${category}” because “${highest}” above it is: suggest that name, or allow this one by a policy.`,
    );
}

/** A suggestion as API users see it. */
export function toCategorySuggestion(record: CategorySuggestionRecord): CategorySuggestion {
  const { id, domain, category, kind, note, status, createdBy, decidedBy } = record;
  return {
    id,
    domain,
    category,
    kind,
    note,
    status,
    createdBy,
    decidedBy,
    decidedAt: record.decidedAt === null ? null : timestamp(record.decidedAt),
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}
