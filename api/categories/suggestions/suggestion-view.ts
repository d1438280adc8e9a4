import type { CategorySuggestion } from '../../../contracts/rest/categories.ts';
import type { CategorySuggestionRecord } from '../../../store/ports/category-suggestions.ts';
import { timestamp } from '../../../store/views/timestamp.ts';

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
