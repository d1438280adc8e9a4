import type { DeviceId, EnrollmentRequestId, EnrollmentTokenId } from '../../../contracts/ids.ts';
import type {
  EnrollmentRequestRecord,
  EnrollmentRequestStore,
  NewEnrollmentRequest,
} from '../../ports/enrollment-requests.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface RequestRow {
  readonly id: EnrollmentRequestId;
  readonly organisation_id: number;
  readonly device_id: DeviceId;
  readonly device_name: string;
  readonly ou_path: string;
  readonly token_id: EnrollmentTokenId;
  readonly public_key: string;
  readonly hostname: string;
  readonly address: string;
  readonly status: EnrollmentRequestRecord['status'];
  readonly decided_at: number | null;
  readonly decided_by: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

const SELECT = `SELECT r.*, d.name AS device_name, o.path AS ou_path FROM enrollment_requests r
  JOIN devices d ON d.id = r.device_id AND d.unenrolled_at IS NULL JOIN ous o ON o.id = d.ou_id`;

export function createEnrollmentRequestStore({
  db,
}: Pick<Context, 'db'>): Repository<EnrollmentRequestStore> {
  const insert = db.prepare<[NewEnrollmentRequest]>(
    `INSERT INTO enrollment_requests (id, organisation_id, device_id, token_id, public_key, hostname, address, status, created_at, expires_at)
     VALUES (:id, :organisationId, :deviceId, :tokenId, :publicKey, :hostname, :address, 'waiting', :createdAt, :expiresAt)`,
  );
  const get = db.prepare<[organisationId: number, id: string], RequestRow>(
    `${SELECT} WHERE r.organisation_id = ? AND r.id = ?`,
  );
  const of = db.prepare<[Pick<EnrollmentRequestRecord, 'deviceId' | 'publicKey' | 'tokenId'>], RequestRow>(
    `${SELECT} WHERE r.device_id = :deviceId AND r.public_key = :publicKey AND r.token_id = :tokenId`,
  );
  const list = db.prepare<[organisationId: number], RequestRow>(
    `${SELECT} WHERE r.organisation_id = ? ORDER BY r.id`,
  );
  const ofDevice = db.prepare<[deviceId: string], RequestRow>(
    `${SELECT} WHERE r.device_id = ? ORDER BY r.id`,
  );
  const decide = db.prepare<[status: string, by: string, at: number, id: string]>(
    `UPDATE enrollment_requests SET status = ?, decided_by = ?, decided_at = ? WHERE id = ? AND status = 'waiting'`,
  );
  const remove = db.prepare<[id: string]>('DELETE FROM enrollment_requests WHERE id = ?');
  const expired = db.prepare<[now: number, limit: number], RequestRow>(
    'SELECT * FROM enrollment_requests WHERE expires_at <= ? ORDER BY id LIMIT ?',
  );

  const found = (row: RequestRow | undefined): EnrollmentRequestRecord | null =>
    row === undefined ? null : requestOf(row);
  return {
    create: writes((request) => {
      insert.run(request);
      const row = get.get(request.organisationId, request.id);
      if (row === undefined) throw new Error('an enrollment request was not stored');
      return requestOf(row);
    }),
    get: reads((organisationId, id) => found(get.get(organisationId, id))),
    of: reads(({ deviceId, publicKey, tokenId }) => found(of.get({ deviceId, publicKey, tokenId }))),
    list: reads((organisationId) => list.all(organisationId).map(requestOf)),
    ofDevice: reads((deviceId) => ofDevice.all(deviceId).map(requestOf)),
    decide: writes((id, { status, by, at }) => decide.run(status, by, at, id).changes > 0),
    delete: writes((id) => void remove.run(id)),
    expired: reads((now, limit) =>
      expired.all(now, limit).map(({ id, organisation_id: organisationId, device_id: deviceId }) => ({
        id,
        organisationId,
        deviceId,
      })),
    ),
  };
}

function requestOf(row: RequestRow): EnrollmentRequestRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    deviceId: row.device_id,
    deviceName: row.device_name,
    ouPath: row.ou_path,
    tokenId: row.token_id,
    publicKey: row.public_key,
    hostname: row.hostname,
    address: row.address,
    status: row.status,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
