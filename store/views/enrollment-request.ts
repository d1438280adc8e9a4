import type { EnrollmentRequest } from '../../contracts/rest/resources.ts';
import { confirmationCode } from '../../kit/enrollment-proof.ts';
import type { EnrollmentRequestRecord } from '../ports/enrollment-requests.ts';
import { timestamp, timestampOrNull } from './timestamp.ts';

/** A device that waits for approval, as API users see it. */
export function toEnrollmentRequest(record: EnrollmentRequestRecord): EnrollmentRequest {
  return {
    id: record.id,
    deviceId: record.deviceId,
    deviceName: record.deviceName,
    ou: record.ouPath,
    tokenId: record.tokenId,
    hostname: record.hostname,
    address: record.address,
    code: confirmationCode(record.publicKey),
    status: record.status,
    decidedAt: timestampOrNull(record.decidedAt),
    decidedBy: record.decidedBy,
    createdAt: timestamp(record.createdAt),
    expiresAt: timestamp(record.expiresAt),
  };
}
