import type { CategorySuggestionId } from '../../contracts/ids.ts';
import type { ListPage, ListQuery } from './list.ts';

/** `missing`: a name belongs into a category. `wrong`: it does not. */
export type CategorySuggestionKind = 'missing' | 'wrong';
export type CategorySuggestionStatus = 'open' | 'accepted' | 'declined';

/** A person's suggestion about a name and a category, as stored. Times are epoch milliseconds. */
export interface CategorySuggestionRecord {
  readonly id: CategorySuggestionId;
  readonly organisationId: number;
  /** Normalised host. */
  readonly domain: string;
  readonly category: string;
  readonly kind: CategorySuggestionKind;
  readonly note: string | null;
  readonly status: CategorySuggestionStatus;
  readonly createdBy: string;
  /** Null while it is open. */
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface CategorySuggestionFilter {
  readonly status?: readonly CategorySuggestionStatus[];
}
export type CategorySuggestionSortField = 'createdAt';

export type NewCategorySuggestion = Omit<
  CategorySuggestionRecord,
  'status' | 'decidedBy' | 'decidedAt' | 'updatedAt'
>;

/** Suggestions for names that are in a wrong category, or missing in one. */
export interface CategorySuggestionStore {
  /** Makes an open one. @throws Fault already_exists when the same is open */
  create(suggestion: NewCategorySuggestion): Promise<CategorySuggestionRecord>;
  get(organisationId: number, id: string): Promise<CategorySuggestionRecord | null>;
  list(
    query: ListQuery<CategorySuggestionFilter, CategorySuggestionSortField>,
  ): Promise<ListPage<CategorySuggestionRecord>>;
  count(organisationId: number, status: CategorySuggestionStatus): Promise<number>;
  /** How many a person has made from one moment until another. */
  countBy(
    organisationId: number,
    createdBy: string,
    during: { readonly from: number; readonly to: number },
  ): Promise<number>;
  /** In the order in which they were decided. */
  accepted(organisationId: number): Promise<readonly CategorySuggestionRecord[]>;
  /** Null when there is none. */
  decide(
    organisationId: number,
    id: string,
    decision: {
      readonly status: 'accepted' | 'declined';
      readonly by: string;
      readonly at: number;
    },
  ): Promise<CategorySuggestionRecord | null>;
}
