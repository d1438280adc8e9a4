import { type Static, Type } from 'typebox';
import { ROLES } from '../roles.ts';
import { ALL_SCOPES } from '../scopes.ts';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

/** People who sign in to the dashboard, and their sessions. They are not users of the roster. */

export const ACCOUNT_STATUSES = ['active', 'disabled'] as const;

/** Only the length of a password is checked (NIST SP 800-63B section 5.1.1.2), not its kinds of characters. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;

const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s\\x00-\\x1f\\x7f@]+@[^\\s\\x00-\\x1f\\x7f@]+$',
});
export const NewPassword = Type.String({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max });
/** A typed password. Its minimum length is not checked: a short one is simply wrong. */
export const GivenPassword = Type.String({ maxLength: PASSWORD_LENGTH.max });
/** Longer ones are no code. */
export const GivenCode = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'Six digits of the authenticator program, or a recovery code.',
});
export const Token = Type.String({ minLength: 1, maxLength: 100 });
const OuReference = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'The one unit, with its subtree, that the person reaches: its path or `ou_` id; null = all.',
});

export const Account = Type.Object(
  {
    id: IdOf('acc'),
    email: Type.String({ maxLength: 254 }),
    name: Type.String({ maxLength: 120 }),
    role: OneOf(ROLES),
    ou: Nullable(Type.String({ maxLength: 1_000 })),
    status: OneOf(ACCOUNT_STATUSES),
    hasPassword: Type.Boolean(),
    /** Whether the person has signed in through the school's OpenID provider. */
    linked: Type.Boolean(),
    /** Whether signing in by password asks for a code too. */
    secondFactor: Type.Boolean(),
    lastSignInAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Account', ...closed },
);
export type Account = Static<typeof Account>;

export const AccountInput = Type.Object(
  { email: Email, name: Line(120), role: OneOf(ROLES), ou: Type.Optional(Nullable(OuReference)) },
  { $id: 'AccountInput', ...closed },
);
export type AccountInput = Static<typeof AccountInput>;

export const AccountPatch = Type.Object(
  {
    email: Type.Optional(Email),
    name: Type.Optional(Line(120)),
    role: Type.Optional(OneOf(ROLES)),
    ou: Type.Optional(Nullable(OuReference)),
    status: Type.Optional(OneOf(ACCOUNT_STATUSES)),
  },
  { $id: 'AccountPatch', ...closed },
);
export type AccountPatch = Static<typeof AccountPatch>;

/** A one-time token with which a person sets a first or new password. */
const AccountInvite = Type.Object(
  { accountId: IdOf('acc'), token: Token, expiresAt: Timestamp },
  { $id: 'AccountInvite', ...closed },
);

/** Characters of the longest operation id; they are some hundred. */
const OperationId = Type.String({ maxLength: 60 });

const SIGN_IN_METHODS = ['link', 'password', 'oidc'] as const;

/** The signed-in person and what they may do. `csrfToken` goes into the header `X-CSRF-Token` of every call that changes something. */
export const Session = Type.Object(
  {
    account: Type.Unsafe<Account>({ $ref: 'Account#' }),
    role: OneOf(ROLES),
    scopes: Type.Array(OneOf(ALL_SCOPES), { maxItems: ALL_SCOPES.length }),
    operations: Type.Array(OperationId, {
      maxItems: 500,
      description:
        'The `operationId`s of the calls that the role opens. A person who is limited to a unit is still refused what lies beyond it.',
    }),
    ou: Nullable(Type.String({ maxLength: 1_000 })),
    method: OneOf(SIGN_IN_METHODS),
    csrfToken: Type.String({ maxLength: 64 }),
    createdAt: Timestamp,
    expiresAt: Timestamp,
  },
  { $id: 'Session', ...closed },
);
export type Session = Static<typeof Session>;

/** One of the open sessions of the signed-in person. */
export const DashboardSession = Type.Object(
  {
    id: IdOf('ses'),
    current: Type.Boolean({ description: 'Whether it is the session that asks.' }),
    method: OneOf(SIGN_IN_METHODS),
    address: Nullable(
      Type.String({ maxLength: 64, description: 'The network address of the sign-in; null = not known.' }),
    ),
    userAgent: Nullable(
      Type.String({ maxLength: 300, description: 'What the browser called itself at the sign-in.' }),
    ),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp,
  },
  { $id: 'DashboardSession', ...closed },
);
export type DashboardSession = Static<typeof DashboardSession>;

const SignIn = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254 }),
    password: GivenPassword,
    /** Required when the account has a second factor. */
    code: Type.Optional(GivenCode),
  },
  { $id: 'SignIn', ...closed },
);

const PasswordChange = Type.Object(
  {
    /** Required when the account has a password. */
    currentPassword: Type.Optional(GivenPassword),
    newPassword: NewPassword,
  },
  { $id: 'PasswordChange', ...closed },
);

const InviteAcceptance = Type.Object(
  { token: Token, password: NewPassword },
  { $id: 'InviteAcceptance', ...closed },
);

/** The schemas by their names in the OpenAPI document. */
export const ACCOUNT_SCHEMAS = {
  Account,
  AccountInput,
  AccountPatch,
  AccountInvite,
  Session,
  DashboardSession,
  SignIn,
  PasswordChange,
  InviteAcceptance,
} as const;
