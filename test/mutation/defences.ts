import type { Undoing } from '../hostile/preloads.ts';

/** Of each script the defence without which it succeeds. Not of UNREAD_ANSWERS: what a long answer takes that is written at once is memory, which the gate does not see on every machine. */
export const DEFENCES: Readonly<Record<string, Undoing & { readonly defence: string }>> = {
  WRONG_KEYS: {
    defence: 'a wrong key that is asked with again and again uses up its own share alone',
    file: 'api/http/limits/strangers.ts',
    changes: [['parts.limiter.giveBack(all, 1);', '']],
  },
  KEY_GUESSES: {
    defence: 'wrong keys of one network are counted together',
    file: 'api/http/limits/strangers.ts',
    changes: [['limit(all, WRONG_CREDENTIALS_LIMIT, {', 'limit(all, Number.MAX_SAFE_INTEGER, {']],
  },
  POISONED_MESSAGES: {
    defence: 'a number has a maximum that the database can hold',
    file: 'contracts/mqtt/bounds.ts',
    changes: [['{ minimum, maximum: Number.MAX_SAFE_INTEGER }', '{ minimum }']],
  },
  RECORD_FLOOD: {
    defence: 'what a laptop sends is read at a pace',
    file: 'gateway/limits/device-budgets.ts',
    changes: [['return this.#unpacked.take(0);', 'return 0;']],
  },
  RECORD_QUOTA: {
    defence: 'only so many records of one laptop are stored',
    file: 'gateway/limits/storage-budget.ts',
    changes: [['if (!this.#covers(storing))', 'if (false)']],
  },
  EVENT_FLOOD: {
    defence: 'only so many bytes of one laptop’s events are stored',
    file: 'gateway/limits/storage-budget.ts',
    changes: [['if (!this.#covers(storing))', 'if (false)']],
  },
  DEEP_JSON: {
    defence: 'JSON is measured before it is parsed',
    file: 'gateway/broker/reader.ts',
    changes: [['exceededJsonLimit(text, LIMITS) !== null', 'false']],
  },
  SILENT_SOCKETS: {
    defence: 'a silent stranger makes room',
    file: 'gateway/admission/stranger-places.ts',
    changes: [['places.superfluous(limit, turns.now)', 'null']],
  },
  SILENT_BEHIND_PROXY: {
    defence: 'who comes by a trusted proxy is counted by the address that it tells',
    file: 'api/http/http-server.ts',
    changes: [['options.trustProxy === undefined ||', 'true ||']],
  },
  OPEN_PAGES: {
    defence: 'what needs no key is answered so often',
    file: 'api/http/limits/strangers.ts',
    changes: [['REQUESTS_A_MINUTE[kind]', 'Number.MAX_SAFE_INTEGER']],
  },
  ONE_BYTE: {
    defence: 'a stranger has spoken when its ClientHello is whole',
    file: 'gateway/broker/listeners.ts',
    changes: [
      [
        'void helloOf(socket, tools)',
        "socket.once('readable', () => admission.heard());\n        void helloOf(socket, tools)",
      ],
    ],
  },
  ONE_BYTE_ELSEWHERE: {
    defence: 'a silent stranger makes room',
    file: 'gateway/admission/stranger-places.ts',
    changes: [['places.superfluous(limit, turns.now)', 'null']],
  },
  PIPELINE_FLOOD: {
    defence: 'so many requests of a connection may wait',
    file: 'api/http/limits/one-at-a-time.ts',
    changes: [['line.length < MAX_AHEAD', 'true']],
  },
  UNREAD_PONGS: {
    defence: 'pings are answered at a rate',
    file: 'gateway/broker/web-socket.ts',
    changes: [['const may = frames.tryTake(1);', 'const may = true;']],
  },
  ALERT_FLOOD: {
    defence: 'a laptop makes so many alerts of a type',
    file: 'gateway/limits/alert-budget.ts',
    changes: [['if (!buckets.every((bucket) => bucket.has(1)))', 'if (false)']],
  },
  FULL_DISK_FLOOD: {
    defence: 'in the reserve of the disk records wait on the devices',
    file: 'server/disk/disk-reserve.ts',
    changes: [['isReached: () => figures.isReached,', 'isReached: () => false,']],
  },
};
