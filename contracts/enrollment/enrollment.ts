import { type Static, Type } from 'typebox';
import { idPattern } from '../ids.ts';

/**
 * Enrollment: `POST /agent/v1/enroll`. The token text is `sget_` + 32 base62 characters + `_` + the SHA-256 of the server's certificate
 * authority (DER) in base64url. The fingerprint makes the first contact safe without a public certificate: the agent first reads `GET
 * /agent/v1/ca` without trust, checks the fingerprint, and makes every later connection with that authority alone.
 */
const ENROLLMENT_TOKEN_PATTERN = '^sget_[0-9A-Za-z]{32}_[A-Za-z0-9_-]{43}$';
const TOKEN = new RegExp(ENROLLMENT_TOKEN_PATTERN);

export interface EnrollmentTokenParts {
  /** The secret part. The server compares its SHA-256. */
  readonly secret: string;
  /** SHA-256 of the certificate authority's DER, base64url. */
  readonly caFingerprint: string;
}

/** Reads an enrollment token; null when it is malformed. */
export function parseEnrollmentToken(text: string): EnrollmentTokenParts | null {
  const token = text.trim();
  if (!TOKEN.test(token)) return null;
  return { secret: token.slice(5, 37), caFingerprint: token.slice(38) };
}

export function formatEnrollmentToken(parts: EnrollmentTokenParts): string {
  return `sget_${parts.secret}_${parts.caFingerprint}`;
}

export const PLATFORMS = ['windows', 'macos', 'linux'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const HardwareFacts = Type.Object(
  {
    machineId: Type.String({ minLength: 1, maxLength: 128 }),
    serial: Type.Union([Type.String({ minLength: 1, maxLength: 128 }), Type.Null()]),
    hostname: Type.String({ minLength: 1, maxLength: 253 }),
    platform: Type.Enum(PLATFORMS),
    osVersion: Type.String({ maxLength: 80 }),
    manufacturer: Type.Union([Type.String({ maxLength: 120 }), Type.Null()]),
    model: Type.Union([Type.String({ maxLength: 120 }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type HardwareFacts = Static<typeof HardwareFacts>;

export const EnrollRequest = Type.Object(
  {
    token: Type.String({ pattern: ENROLLMENT_TOKEN_PATTERN }),
    /** Raw Ed25519 public key (RFC 8032), 32 bytes in base64url. */
    publicKey: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
    /** Compact JWS by that key, `typ` schoolgate-enrollment+jws, payload = SHA-256 of the token text in base64url: proves possession. */
    proof: Type.String({ maxLength: 2_048 }),
    /**
     * From a device that is already enrolled: compact JWS by the key that it replaces, `typ` schoolgate-re-enrollment+jws, payload =
     * `formerKeyClaim` (kit/enrollment-proof.ts) of this token and the new public key. Without it the enrollment of a known device waits
     * for an administrator.
     */
    formerKeyProof: Type.Optional(Type.String({ maxLength: 2_048 })),
    hardware: HardwareFacts,
    agentVersion: Type.String({ maxLength: 40 }),
  },
  { additionalProperties: false },
);
export type EnrollRequest = Static<typeof EnrollRequest>;

export const EnrollResponse = Type.Object({
  deviceId: Type.String({ pattern: idPattern('dev') }),
  /** Whether the hardware was known: its id came back and its old key is revoked. */
  reEnrolled: Type.Boolean(),
  /** Raw Ed25519 public key that signs target state and commands, base64url. The agent pins it. */
  serverPublicKey: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  /** PEM of the certificate authority whose fingerprint is in the token. */
  certificateAuthority: Type.String({ maxLength: 8_192 }),
  /** MQTT addresses in order of preference (`mqtts://…`, `wss://…/mqtt`; `ws://` on loopback only). */
  mqttUrls: Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 8 }),
  organisation: Type.String({ maxLength: 120 }),
  ou: Type.String({ maxLength: 1_000 }),
  /** Server time, epoch milliseconds. */
  serverTime: Type.Integer(),
});
export type EnrollResponse = Static<typeof EnrollResponse>;

/** `GET /agent/v1/ca` (no key): the certificate authority in PEM. `GET /agent/v1/time` (no key): server time. */
export const CaResponse = Type.Object({ certificateAuthority: Type.String({ maxLength: 8_192 }) });
export const TimeResponse = Type.Object({ serverTime: Type.Integer() });
