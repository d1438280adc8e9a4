import { type Static, Type } from 'typebox';
import { NewPassword, Token } from './accounts.ts';
import { closed, IdOf, Timestamp } from './resources.ts';

/** New passwords for people who have forgotten theirs. */

const PasswordResetRequest = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 254 }) },
  { $id: 'PasswordResetRequest', ...closed },
);

/** The same for every address, so that it tells nobody which accounts there are. */
const PasswordResetAccepted = Type.Object(
  { validForMinutes: Type.Integer({ minimum: 1, maximum: 1_440 }) },
  { $id: 'PasswordResetAccepted', ...closed },
);

const PasswordResetUse = Type.Object(
  { token: Token, password: NewPassword },
  { $id: 'PasswordResetUse', ...closed },
);

const PasswordResetLink = Type.Object(
  {
    accountId: IdOf('acc'),
    token: Token,
    link: Type.String({
      maxLength: 400,
      description: 'The page on which the person chooses the new password. It holds the token.',
    }),
    expiresAt: Timestamp,
    mailed: Type.Boolean({ description: 'Whether the link was sent to the person by e-mail too.' }),
  },
  { $id: 'PasswordResetLink', ...closed },
);
export type PasswordResetLink = Static<typeof PasswordResetLink>;

/** The schemas by their names in the OpenAPI document. */
export const PASSWORD_RESET_SCHEMAS = {
  PasswordResetRequest,
  PasswordResetAccepted,
  PasswordResetUse,
  PasswordResetLink,
} as const;
