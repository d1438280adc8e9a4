import { type Static, Type } from 'typebox';

/** The data by which a laptop without the server checks a removal code (kit/removal-code.ts). */
export const RemovalVerifier = Type.Object({
  /** Base64url. */
  salt: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  /** HMAC-SHA-256 of the code with the salt, base64url. */
  hash: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
});
export type RemovalVerifier = Static<typeof RemovalVerifier>;

/** The value of `details.what` of a tampering event when somebody removed the filter, or unenrolled the laptop, without a removal code. */
export const REMOVAL_FORCED = 'removal_forced';

/** A note of what was done without a removal code. The device signs it before its key is deleted: the payload of a compact JWS, `typ` `JWS_TYPES.removal`. */
export const RemovalNote = Type.Object({
  kind: Type.Literal('removal'),
  deviceId: Type.String(),
  /** `unenroll` or `restore`. */
  what: Type.Enum(['unenroll', 'restore']),
  /** Epoch milliseconds of the laptop's clock. */
  at: Type.Integer({ minimum: 0 }),
});
export type RemovalNote = Static<typeof RemovalNote>;

/** `POST /agent/v1/removals` (no key: the note is signed by the device). */
export const RemovalReport = Type.Object(
  {
    deviceId: Type.String({ maxLength: 64 }),
    note: Type.String({ maxLength: 2_048, pattern: '^[A-Za-z0-9_.-]+$' }),
  },
  { additionalProperties: false },
);
export type RemovalReport = Static<typeof RemovalReport>;
export const RemovalHeard = Type.Object({ heard: Type.Boolean() });
