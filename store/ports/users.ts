import type { OuId, UserId } from '../../contracts/ids.ts';
import type { UserRole, UserStatus } from '../../contracts/rest/users.ts';
import type { ListPage, ListQuery, TextSearch } from './list.ts';

/** A person of the roster. Times are epoch milliseconds. */
export interface UserRecord {
  readonly id: UserId;
  readonly organisationId: number;
  /** As it was given; unique in the organisation without regard to case. */
  readonly email: string;
  readonly name: string;
  readonly role: UserRole;
  readonly ouId: OuId;
  readonly ouPath: string;
  /** Id in the student information system; unique in the organisation, compared exactly. */
  readonly externalId: string | null;
  readonly grade: string | null;
  readonly status: UserStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change of the user itself: the ETag. */
  readonly version: number;
}

/** What people and rosters set of a user. */
export type UserFields = Pick<
  UserRecord,
  'email' | 'name' | 'role' | 'ouId' | 'externalId' | 'grade' | 'status'
>;

export interface UserFilter {
  readonly email?: readonly string[];
  readonly role?: readonly UserRole[];
  readonly status?: readonly UserStatus[];
  /** OU paths; each with its subtree. */
  readonly ouPaths?: readonly string[];
  /** A limit of the caller's key, on top of `ouPaths`. */
  readonly withinOuPath?: string;
  readonly externalId?: readonly string[];
  readonly grade?: readonly string[];
  /** Part of name, e-mail or external id, without regard to case. */
  readonly q?: string;
}
export type UserSortField = 'name' | 'email' | 'createdAt' | 'updatedAt';

export interface UserStore {
  get(organisationId: number, id: string): Promise<UserRecord | null>;
  /** Without regard to case. */
  byEmail(organisationId: number, email: string): Promise<UserRecord | null>;
  byExternalId(organisationId: number, externalId: string): Promise<UserRecord | null>;
  list(query: ListQuery<UserFilter, UserSortField>): Promise<ListPage<UserRecord>>;
  /** Whose name or e-mail begins with the text, then those with all of its words in name, e-mail or external id. */
  search(search: TextSearch): Promise<readonly UserRecord[]>;
  /** @throws Fault already_exists with `existingId` when e-mail or external id are taken; unprocessable when there is no such unit */
  create(
    user: UserFields & { readonly id: UserId; readonly organisationId: number; readonly now: number },
  ): Promise<UserRecord>;
  /**
   * Changes the given fields; bumps version and updatedAt. Values that are already stored change nothing, not even updatedAt. Null when there is none.
   * @throws Fault as `create`
   */
  update(
    organisationId: number,
    id: string,
    changes: Partial<UserFields>,
    now: number,
  ): Promise<UserRecord | null>;
  delete(organisationId: number, id: string): Promise<boolean>;
}
