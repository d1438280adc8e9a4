/** Ids and a time that the examples of several resources share. */
export const AT = '2026-11-20T10:00:00.000Z';
export const DEVICE = 'dev_01kafw2n7qd5g8h1j3k6m9p2rs';
export const KEY = 'key_01kafw2n7qd5g8h1j3k6m9p2rs';

/** An example of a list with one row. */
export const listOf = (row: object) => ({
  data: [row],
  total: 1,
  page: 1,
  limit: 50,
  hasMore: false,
  nextCursor: null,
});

/** Examples of the schemas that every endpoint can answer with. */
export const PROBLEM_EXAMPLES: Readonly<Record<string, object>> = {
  Problem: {
    type: '/errors/insufficient-scope',
    title: 'The API key lacks a required scope',
    status: 403,
    detail: 'This call needs devices:write.',
    instance: `/v1/devices/${DEVICE}/lock`,
    code: 'insufficient_scope',
    requestId: 'req_01kafw3v5xe8m9t2q4r6y8b0cd',
    requiredScopes: ['devices:write'],
    grantedScopes: ['devices:read'],
  },
};
