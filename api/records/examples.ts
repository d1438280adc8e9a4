import { AT, DEVICE } from '../openapi/example-values.ts';

const list = { total: 1, page: 1, limit: 100, hasMore: false, nextCursor: null };

const entry = {
  id: 'log_01kafw3v5xe8m9t2q4r6y8b0cd',
  timestamp: AT,
  deviceId: DEVICE,
  user: 'ana@x.example',
  ou: '/Springfield/High',
  url: null,
  domain: 'play.example',
  category: 'games',
  action: 'block',
  reason: 'locked_block',
  policyId: 'pol_01kafw3v5xe8m9t2q4r6y8b0cd',
  policyVersion: 42,
  ruleId: 'rul_01kafw3v5xe8m9t2q4r6y8b0cd',
  campus: 'on-campus',
  count: 1,
  bypass: null,
  app: null,
  unproven: false,
};

const activity = {
  id: 'act_01kafw3v5xe8m9t2q4r6y8b0cd',
  timestamp: AT,
  user: 'ana@x.example',
  deviceId: DEVICE,
  ou: '/Springfield/High/Grade-9',
  kind: 'visit',
  title: null,
  url: null,
  domain: 'encyclopedia.example',
  category: 'reference',
  durationSeconds: 40,
  flagged: false,
  unproven: false,
};

/** Examples of logs and activity. */
export const RECORD_EXAMPLES = {
  LogEntry: entry,
  LogEntryList: { data: [entry], ...list },
  Activity: activity,
  ActivityList: { data: [activity], ...list },
} as const;
