import { AT, DEVICE } from '../openapi/example-values.ts';

const POLICY = 'pol_01kafw2n7qd5g8h1j3k6m9p2rs';
const RULE = 'rul_01kafw2n7qd5g8h1j3k6m9p2rs';

const target = { everyone: false, ous: ['/Springfield/High'], users: [], devices: [] };
const schedule = {
  timezone: 'Europe/Madrid',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '15:30' }],
  exceptDates: ['2026-12-25'],
};
const match = { domains: [], categories: ['games'], urls: [], apps: [] };

const policy = {
  id: POLICY,
  name: 'School day',
  description: null,
  enabled: true,
  priority: 100,
  defaultAction: 'allow',
  target,
  schedule,
  rules: [
    {
      id: RULE,
      effect: 'block',
      locked: true,
      reason: 'No games in lessons',
      campus: ['on-campus'],
      match,
    },
  ],
  settings: { safeSearch: true, youtubeRestriction: 'strict', activityLevel: 'domain' },
  version: 42,
  createdAt: AT,
  updatedAt: AT,
};

const input = {
  name: 'School day',
  target: { ous: ['/Springfield/High'] },
  schedule,
  rules: [{ effect: 'block', locked: true, reason: 'No games in lessons', match: { categories: ['games'] } }],
  settings: { youtubeRestriction: 'strict', activityLevel: 'domain' },
};

/** One example for each schema of policies. */
export const POLICY_EXAMPLES = {
  Policy: policy,
  PolicyList: { data: [policy], total: 1, page: 1, limit: 50, hasMore: false, nextCursor: null },
  PolicyAdoption: {
    version: 42,
    ou: '/',
    devices: 500,
    enforcing: 487,
    versions: [
      { version: 42, reported: 487, enforcing: 487, enforcingThisOrNewer: 487 },
      { version: 41, reported: 12, enforcing: 11, enforcingThisOrNewer: 498 },
    ],
    withoutVersion: 1,
    generatedAt: AT,
  },
  PolicyInput: input,
  PolicyPatch: { priority: 200, target: { users: ['ana@x.example'] }, settings: { activityLevel: null } },
  ExplainRequest: { deviceId: DEVICE, url: 'https://play.example/', at: AT },
  Explanation: {
    action: 'block',
    reason: 'locked_block',
    ruleId: RULE,
    policyId: POLICY,
    policyVersion: 42,
    input: {
      deviceId: DEVICE,
      user: 'ana@x.example',
      ou: '/Springfield/High',
      host: 'play.example',
      categories: ['games'],
      campus: 'on-campus',
      at: AT,
      app: null,
    },
    chain: [
      {
        reason: 'locked_block',
        action: 'block',
        ruleId: RULE,
        policyId: POLICY,
        policyVersion: 42,
        target: '/Springfield/High',
        by: null,
        decided: true,
      },
    ],
  },
  PreviewRequest: { policy: input, replaces: POLICY, days: 7 },
  Preview: {
    from: '2026-11-13T10:00:00.000Z',
    to: AT,
    evaluated: 120_400,
    warnings: [],
    newlyAllowed: { visits: 0, users: 0, topDomains: [], belowMinimum: true },
    newlyBlocked: {
      visits: 210,
      users: 30,
      topDomains: [{ domain: 'a.example', count: 90 }],
      belowMinimum: false,
    },
  },
} as const;
