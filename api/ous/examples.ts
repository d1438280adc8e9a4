import { AT, listOf } from '../openapi/example-values.ts';

const unit = {
  id: 'ou_01kafw3v5xe8m9t2q4r6y8b0cd',
  name: 'Grade-9',
  parentId: 'ou_01kafw2n7qd5g8h1j3k6m9p2rs',
  path: '/Springfield/High/Grade-9',
  userCount: 120,
  deviceCount: 118,
  createdAt: AT,
  updatedAt: AT,
};

/** One example for each schema of organisational units. */
export const OU_EXAMPLES: Readonly<Record<string, object>> = {
  Ou: unit,
  OuList: listOf(unit),
  OuInput: { name: 'Grade-9', parentId: '/Springfield/High' },
  OuPatch: { name: 'Year-9' },
};
