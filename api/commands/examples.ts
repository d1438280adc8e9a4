import { AT, DEVICE, KEY } from '../openapi/example-values.ts';

const deviceIds = [DEVICE];

export const COMMAND_BATCH_EXAMPLES: Readonly<Record<string, object>> = {
  CommandBatchInput: { type: 'lock', params: { message: 'Assembly' }, filter: { ou: ['/Springfield/High'] } },
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
