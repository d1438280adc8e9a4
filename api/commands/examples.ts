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
};

const deviceIds = [DEVICE];

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
  CommandBatch: {
    id: 'bat_01kafw3v5xe8m9t2q4r6y8b0cd',
    type: 'lock',
    total: 30,
    counts: { queued: 2, succeeded: 28 },
    waiting: 0,
    rejected: [],
    requestedBy: KEY,
    createdAt: AT,
  },
};
