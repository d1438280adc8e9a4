import type { DeviceId, EnrollmentRequestId, EnrollmentTokenId } from '../../contracts/ids.ts';

/** An enrolled device that asks to be enrolled anew without its old key. The old key is in force until the device has come back after a yes. */
export interface EnrollmentRequestRecord {
  readonly id: EnrollmentRequestId;
  readonly organisationId: number;
  readonly deviceId: DeviceId;
  /** Name and unit of the device as they are now. */
  readonly deviceName: string;
  readonly ouPath: string;
  readonly tokenId: EnrollmentTokenId;
  /** The new key: raw Ed25519, base64url. */
  readonly publicKey: string;
  /** What the computer that asks calls itself. */
  readonly hostname: string;
  /** From where it asks. */
  readonly address: string;
  readonly status: 'waiting' | 'approved' | 'refused';
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
  readonly createdAt: number;
  /** From then on it counts as never made. */
  readonly expiresAt: number;
}

export type NewEnrollmentRequest = Pick<
  EnrollmentRequestRecord,
  | 'id'
  | 'organisationId'
  | 'deviceId'
  | 'tokenId'
  | 'publicKey'
  | 'hostname'
  | 'address'
  | 'createdAt'
  | 'expiresAt'
>;

/** Requests of devices that are not enrolled any more are not shown. */
export interface EnrollmentRequestStore {
  create(request: NewEnrollmentRequest): Promise<EnrollmentRequestRecord>;
  get(organisationId: number, id: string): Promise<EnrollmentRequestRecord | null>;
  /** The request of this device with this new key and token. */
  of(
    asked: Pick<EnrollmentRequestRecord, 'deviceId' | 'publicKey' | 'tokenId'>,
  ): Promise<EnrollmentRequestRecord | null>;
  /** By id: the oldest first. */
  list(organisationId: number): Promise<readonly EnrollmentRequestRecord[]>;
  ofDevice(deviceId: DeviceId): Promise<readonly EnrollmentRequestRecord[]>;
  /** Only what waits can be decided. False when it does not, or there is none. */
  decide(
    id: EnrollmentRequestId,
    decision: { readonly status: 'approved' | 'refused'; readonly by: string; readonly at: number },
  ): Promise<boolean>;
  delete(id: EnrollmentRequestId): Promise<void>;
  /** At most `limit` whose time is over, of all organisations, whether or not their devices are enrolled. */
  expired(
    now: number,
    limit: number,
  ): Promise<readonly Pick<EnrollmentRequestRecord, 'id' | 'organisationId' | 'deviceId'>[]>;
}
