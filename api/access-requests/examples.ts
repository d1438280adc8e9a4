import { AT, DEVICE, KEY, listOf } from '../openapi/example-values.ts';
import { OVERRIDE_EXAMPLES } from '../overrides/examples.ts';
import { POLICY_EXAMPLES } from '../policies/examples.ts';

const request = {
  id: 'acr_01kafw2n7qd5g8h1j3k6m9p2rs',
  status: 'open',
  host: 'wiki.example',
  url: null,
  note: 'For the project in history',
  deviceId: DEVICE,
  user: 'ana@x.example',
  ou: '/Springfield/High/Grade-9',
  policyId: 'pol_01kafw2n7qd5g8h1j3k6m9p2rs',
  ruleId: null,
  alertId: 'alt_01kafw2n7qd5g8h1j3k6m9p2rs',
  count: 1,
  lastAskedAt: AT,
  expiresAt: '2026-11-21T10:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  words: null,
  overrideIds: [],
  createdAt: AT,
  updatedAt: AT,
};
const other = { ...request, id: 'acr_01kafw3v5xe8m9t2q4r6y8b0cd', user: 'ben@x.example' };
const alsoRefused = { host: 'images.wiki.example', category: null, count: 4 };
const allowed = {
  ...request,
  status: 'allowed',
  decidedAt: AT,
  decidedBy: KEY,
  words: 'Until the end of the lesson',
  overrideIds: ['ovr_01kafw2n7qd5g8h1j3k6m9p2rs'],
};

/** One example for each schema of access requests. */
export const ACCESS_REQUEST_EXAMPLES: Readonly<Record<string, object>> = {
  AccessRequest: request,
  AccessRequestList: listOf(request),
  AlsoRefusedHost: alsoRefused,
  AccessRequestDetail: {
    ...request,
    verdict: POLICY_EXAMPLES.Explanation,
    alsoRefused: [alsoRefused],
    alsoAsking: [other],
  },
  AccessRequestAllowed: {
    decision: 'allow',
    for: 'student',
    ttlMinutes: 45,
    alsoHosts: [alsoRefused.host],
    words: allowed.words,
  },
  AccessRequestRefused: { decision: 'refuse', words: 'Use the one in the library, please' },
  AccessRequestDecision: { decision: 'allow', for: 'session', ttlMinutes: 45 },
  AccessRequestDecided: {
    request: allowed,
    overrides: [OVERRIDE_EXAMPLES.Override],
    alsoDecided: [],
  },
};
