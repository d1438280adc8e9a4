import { type Static, Type } from 'typebox';
import { GivenCode, GivenPassword } from './accounts.ts';
import { closed, Nullable, Timestamp } from './resources.ts';

/** The second factor of a person who signs in by password: codes of an authenticator program (TOTP, RFC 6238), and codes for when it is lost. */

export const RECOVERY_CODES = 10;

const SecondFactor = Type.Object(
  {
    enabled: Type.Boolean(),
    enabledSince: Nullable(Timestamp),
    /** Whether one was begun and not confirmed. */
    pending: Type.Boolean(),
    recoveryCodesLeft: Type.Integer({ minimum: 0, maximum: RECOVERY_CODES }),
  },
  { $id: 'SecondFactor', ...closed },
);

const SecondFactorStart = Type.Object({ password: GivenPassword }, { $id: 'SecondFactorStart', ...closed });

const SecondFactorSetup = Type.Object(
  {
    secret: Type.String({ maxLength: 64, description: 'Base32, to be typed where a camera is missing.' }),
    uri: Type.String({ maxLength: 1_000, description: 'To be shown as a QR code: `otpauth://totp/…`.' }),
  },
  { $id: 'SecondFactorSetup', ...closed },
);

const SecondFactorConfirmation = Type.Object(
  {
    code: Type.String({
      minLength: 6,
      maxLength: 10,
      description: 'Six digits of the authenticator program.',
    }),
  },
  { $id: 'SecondFactorConfirmation', ...closed },
);

/** One of the two; what is given has to be right. */
const SecondFactorProof = Type.Object(
  { password: Type.Optional(GivenPassword), code: Type.Optional(GivenCode) },
  { $id: 'SecondFactorProof', ...closed },
);
export type SecondFactorProof = Static<typeof SecondFactorProof>;

const RecoveryCodes = Type.Object(
  {
    codes: Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: RECOVERY_CODES,
      description: 'Each works once, in place of the six digits. They are shown this once.',
    }),
  },
  { $id: 'RecoveryCodes', ...closed },
);

/** The schemas by their names in the OpenAPI document. */
export const SECOND_FACTOR_SCHEMAS = {
  SecondFactor,
  SecondFactorStart,
  SecondFactorSetup,
  SecondFactorConfirmation,
  SecondFactorProof,
  RecoveryCodes,
} as const;
