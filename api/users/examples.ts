import { AT, listOf } from '../openapi/example-values.ts';

const fields = {
  email: 'ana@x.example',
  name: 'Ana Ruiz',
  role: 'student',
  ou: '/Springfield/High/Grade-9',
  externalId: 'SIS-1001',
  grade: '9',
  status: 'active',
};
const user = { id: 'usr_01kafw3v5xe8m9t2q4r6y8b0cd', ...fields, createdAt: AT, updatedAt: AT };

/** One example for each schema of users and batches. */
export const USER_EXAMPLES: Readonly<Record<string, object>> = {
  User: user,
  UserList: listOf(user),
  UserInput: fields,
  UserPatch: { ou: '/Springfield/High/Grade-10', grade: '10' },
  UserBatchInput: { users: [fields], upsert: true },
  UserBatchResult: {
    results: [{ index: 0, status: 201, outcome: 'created', id: user.id, externalId: fields.externalId }],
  },
};
