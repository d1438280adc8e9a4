import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { Judge } from '../judge.ts';
import type { Recorder } from '../recorder.ts';
import { NOBODY_UID } from '../socket-owner.ts';
import type { Answering, DnsOutcome } from './answering.ts';
import { type DnsQuery, RCODE, readQuery, TYPE } from './message.ts';
import { addressReply, bareReply, blockedReply, denialReply, upstreamReply } from './reply.ts';

/** A and AAAA of a name are asked for together. Questions within this time make one record (milliseconds). */
const RECORD_ONCE_MS = 1_000;
/** How many names are remembered for that. */
const MAX_RECORDED = 4_096;

type Asker = () => number | null;
const NOT_TOLD: Asker = () => null;

export interface QueryHandlerDependencies {
  readonly judge: Pick<Judge, 'isCrisisHelp'>;
  readonly recorder: Pick<Recorder, 'decided'>;
  readonly answering: Pick<Answering, 'ask'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Takes the questions of programs on this computer, whichever way they came, and gives the answers. */
export class QueryHandler {
  readonly #deps: QueryHandlerDependencies;
  readonly #recorded = new Set<string>();
  #recordedSince = 0;
  queries = 0;
  blocked = 0;
  malformed = 0;
  failed = 0;

  constructor(deps: QueryHandlerDependencies) {
    this.#deps = deps;
  }

  /**
   * Calls back once with the answer, unless the packet gets none. Never throws. @param asker gives the user id of the program that asks, null = not
   * known; called before the answer is sent, and only where something is recorded
   */
  take(packet: Buffer, done: (reply: Buffer, query: DnsQuery) => void, asker: Asker = NOT_TOLD): void {
    const query = readQuery(packet);
    if (query === null) {
      this.malformed += 1;
      return;
    }
    this.queries += 1;
    if (query.problem !== RCODE.noError) {
      this.malformed += 1;
      done(bareReply(query, query.problem), query);
      return;
    }
    try {
      this.#deps.answering.ask(query, (outcome) => done(this.#replyOf(query, outcome, asker), query));
    } catch (error) {
      this.#deps.log.error({ error: messageOf(error) }, 'a question could not be answered');
      done(bareReply(query, RCODE.servFail), query);
    }
  }

  #replyOf(query: DnsQuery, outcome: DnsOutcome, asker: Asker): Buffer {
    this.#record(query, outcome, asker);
    switch (outcome.kind) {
      case 'answer':
        return upstreamReply(query, outcome.answer, outcome.forwarded);
      case 'blocked':
        this.blocked += 1;
        return blockedReply(query);
      case 'addresses':
        return addressReply(query, outcome);
      case 'absent':
        return denialReply(query, { rcode: RCODE.nxDomain });
      case 'empty':
        return denialReply(query);
      case 'failed':
        this.failed += 1;
        return bareReply(query, RCODE.servFail);
    }
  }

  #record({ name, type }: DnsQuery, { judgement }: DnsOutcome, asker: Asker): void {
    if (judgement === null || judgement.reason === 'crisis_allow' || (type !== TYPE.a && type !== TYPE.aaaa))
      return;
    if (judgement.reason === 'locked' && this.#deps.judge.isCrisisHelp(name)) return;
    const now = this.#deps.clock.monotonic();
    if (now - this.#recordedSince >= RECORD_ONCE_MS || this.#recorded.size >= MAX_RECORDED) {
      this.#recorded.clear();
      this.#recordedSince = now;
    }
    const key = judgement.action === 'block' ? `!${name}` : name;
    if (this.#recorded.has(key)) return;
    this.#recorded.add(key);
    // A question whose asker is not known is recorded for the laptop, not for a person: the system's own programs ask as well, and its resolver asks
    // for all programs.
    const uid = asker() ?? NOBODY_UID;
    this.#deps.recorder.decided({ host: name, url: null, app: null, via: 'dns', uid }, judgement);
  }
}
