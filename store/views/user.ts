import type { User } from '../../contracts/rest/users.ts';
import type { UserRecord } from '../ports/users.ts';
import { timestamp } from './timestamp.ts';

/** A user as API users see it. */
export function toUser(record: UserRecord): User {
  return {
    id: record.id,
    email: record.email,
    name: record.name,
    role: record.role,
    ou: record.ouPath,
    externalId: record.externalId,
    grade: record.grade,
    status: record.status,
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}
