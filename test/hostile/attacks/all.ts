import type { Attack } from '../stand.ts';
import { SILENT_BEHIND_PROXY } from './behind-proxy.ts';
import { DEEP_JSON } from './deep-json.ts';
import { ALERT_FLOOD, EVENT_FLOOD, RECORD_FLOOD, RECORD_QUOTA } from './floods.ts';
import { KEY_GUESSES, OPEN_PAGES, WRONG_KEYS } from './pages.ts';
import { POISONED_MESSAGES } from './poisoned-messages.ts';
import { ONE_BYTE, ONE_BYTE_ELSEWHERE, SILENT_SOCKETS } from './sockets.ts';
import { PIPELINE_FLOOD, UNREAD_ANSWERS, UNREAD_PONGS } from './unread.ts';

/** Every attack by the name that its figures bear, in the order in which they are made. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  WRONG_KEYS,
  KEY_GUESSES,
  POISONED_MESSAGES,
  RECORD_FLOOD,
  RECORD_QUOTA,
  EVENT_FLOOD,
  DEEP_JSON,
  SILENT_SOCKETS,
  SILENT_BEHIND_PROXY,
  OPEN_PAGES,
  ONE_BYTE,
  ONE_BYTE_ELSEWHERE,
  PIPELINE_FLOOD,
  UNREAD_ANSWERS,
  UNREAD_PONGS,
  ALERT_FLOOD,
};
