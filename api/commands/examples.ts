import { AT, DEVICE, KEY, listOf } from '../openapi/example-values.ts';

const COMMAND = 'cmd_01kafw3v5xe8m9t2q4r6y8b0cd';

const command = {
  id: COMMAND,
  deviceId: DEVICE,
  type: 'lock',
  params: { message: 'See the office' },
  status: 'queued',
  createdAt: AT,
  expiresAt: '2026-11-27T10:00:00.000Z',
  sentAt: null,
  acknowledgedAt: null,
  completedAt: null,
  result: null,
  error: null,
  requestedBy: KEY,
  batchId: null,
};

const deviceIds = [DEVICE];

const summary = {
  id: 'bat_01kafw3v5xe8m9t2q4r6y8b0cd',
  type: 'lock',
  status: 'running',
  total: 30,
  counts: { queued: 2, succeeded: 28 },
  waiting: 0,
  skipped: 0,
  rejectedCount: 0,
  retryOf: null,
  requestedBy: KEY,
  createdAt: AT,
  cancelledAt: null,
};

/** One example for each schema of commands and batches. */
export const COMMAND_EXAMPLES: Readonly<Record<string, object>> = {
  Command: command,
  CommandList: listOf(command),
  CommandRequest: { type: 'message', params: { text: 'The library closes in ten minutes.' } },
  CommandRequestMessage: { type: 'message', params: { text: 'The library closes in ten minutes.' } },
  CommandRequestOpenUrl: { type: 'open_url', params: { url: 'https://classroom.example/maths' } },
  LockParams: { message: 'See the office', durationMinutes: 30 },
  CommandBatchInput: { type: 'lock', params: { message: 'Assembly' }, filter: { ou: ['/Springfield/High'] } },
  CommandBatchInputFilter: { ou: ['/Springfield/High'] },
  CommandBatchInputMessage: { type: 'message', params: { text: 'The library closes.' }, deviceIds },
  CommandBatchInputOpenUrl: { type: 'open_url', params: { url: 'https://classroom.example/' }, deviceIds },
  CommandBatchSummary: summary,
  CommandBatchSummaryList: listOf(summary),
  CommandBatch: { ...summary, rejected: [] },
  CommandBatchPreview: {
    type: 'lock',
    total: 30,
    counts: { now: 28, later: 1, already: 1, rejected: 0 },
    devices: [{ deviceId: DEVICE, name: 'LIB-017', outcome: 'now', code: null, detail: null }],
    token: 's1.Zm9yIHRoaXJ0eSBkZXZpY2Vz',
    expiresAt: '2026-11-20T10:10:00.000Z',
  },
  CommandBatchRetry: { statuses: ['failed', 'expired'] },
  CommandBatchCancellation: {
    cancelled: 2,
    notCancelled: 28,
    batch: {
      ...summary,
      status: 'done',
      counts: { cancelled: 2, succeeded: 28 },
      cancelledAt: AT,
      rejected: [],
    },
  },
};
