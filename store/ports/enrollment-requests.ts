import type { DeviceId, EnrollmentRequestId, EnrollmentTokenId } from '../../contracts/ids.ts';

/** A request of an enrolled device to enroll anew without its old key. The old key stays valid until the device has enrolled again after the approval. */
export interface EnrollmentRequestRecord {
  readonly id: EnrollmentRequestId;
  readonly organisationId: number;
  readonly deviceId: DeviceId;
  /** Present name and unit of the device. */
  readonly deviceName: string;
  readonly ouPath: string;
  readonly tokenId: EnrollmentTokenId;
  /** The new key: raw Ed25519, base64url. */
  readonly publicKey: string;
  /** The host name that the computer reports. */
  readonly hostname: string;
  /** The address that the request came from. */
  readonly address: string;
  readonly status: 'waiting' | 'approved' | 'refused';
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
  readonly createdAt: number;
  /** Its expiry: from then on it counts as never made. */
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

/** Requests of devices that are no longer enrolled are not returned. */
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
  /** False when it is not waiting, or there is none. */
  decide(
    id: EnrollmentRequestId,
    decision: { readonly status: 'approved' | 'refused'; readonly by: string; readonly at: number },
  ): Promise<boolean>;
  delete(id: EnrollmentRequestId): Promise<void>;
  /** At most `limit` expired requests of all organisations, also of devices that are not enrolled. */
  expired(
    now: number,
    limit: number,
  ): Promise<readonly Pick<EnrollmentRequestRecord, 'id' | 'organisationId' | 'deviceId'>[]>;
}
