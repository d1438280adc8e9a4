import type { Duplex } from 'node:stream';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { TokenBucket } from '../../kit/token-bucket.ts';
import type { CallRule, Calls, Handlers, InputOf, OutputOf } from './calls.ts';
import { BadFrame, createFrameReader, encodeFrame } from './frames.ts';

/** How long an answer may take (milliseconds); downloads have a longer limit of their own. */
const ANSWER_MS = 30_000;
/** Unanswered calls of one name; further ones are refused, so that a flood of one call leaves room for the others. */
const MAX_UNANSWERED = 128;
/** Calls that may wait here. It is more than an honest side sends, so that more come only from a broken one. */
const MAX_PENDING = 4_096;
/** The longest text of a refusal (characters). */
const MAX_REFUSAL = 2_000;

/** A message that the other side would not take, and that was not sent. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

/** Too many calls of one name wait for their answers; this one was not sent. */
export class Crowded extends Error {
  override readonly name = 'Crowded';
}

/** Calls over one stream, both ways at once. `Out` are the calls that we make. */
export interface Channel<Out extends Calls> {
  /**
   * Rejects with the other side's error, or when the channel has ended. Rejects with `Unfit` when the input does not fit its schema or is too long,
   * and with `Crowded` when too many calls of this name wait; then nothing is sent, and the channel goes on. @param timeoutMs default 30 s
   */
  call<Name extends keyof Out & string>(
    name: Name,
    input: InputOf<Out, Name>,
    timeoutMs?: number,
  ): Promise<OutputOf<Out, Name>>;
  /** Resolves with the reason when it is over: the stream ended, or the other side broke the rules. */
  readonly closed: Promise<string>;
  close(reason: string): void;
}

export interface ChannelOptions<In extends Calls, Out extends Calls> {
  readonly stream: Duplex;
  readonly clock: Clock;
  /** The calls that we take. */
  readonly takes: In;
  /** They answer those calls. A rejection goes back as its message. */
  readonly handlers: Handlers<In>;
  /** The calls that we make. */
  readonly makes: Out;
  /** Of one message to us. */
  readonly maxBytes: number;
  /** Of one message from us: what the other side reads. */
  readonly maxSentBytes: number;
  /**
   * What happens when a message does not fit its schema. `hostile`: the channel ends, because the sender is broken or broken into. `trusted`: the
   * message is refused and the channel goes on, because one odd message must not stop all others.
   */
  readonly otherSide: 'hostile' | 'trusted';
}

const envelope = Compile(
  Type.Union([
    Type.Object({ call: Type.Integer({ minimum: 0 }), name: Type.String(), input: Type.Unknown() }),
    Type.Object({ answer: Type.Integer({ minimum: 0 }), output: Type.Unknown() }),
    Type.Object({ answer: Type.Integer({ minimum: 0 }), error: Type.String({ maxLength: 4_096 }) }),
  ]),
);

interface Waiting {
  readonly name: string;
  readonly settle: (answer: { readonly output: unknown } | { readonly error: string }) => void;
}

/**
 * Both sides check what comes in and what goes out. Bytes that are no message end the channel in any case, because nobody knows where the next
 * message begins.
 */
export function createChannel<In extends Calls, Out extends Calls>(
  options: ChannelOptions<In, Out>,
): Channel<Out> {
  const { stream, clock, makes } = options;
  const inputs = checksOf(makes, 'input');
  const outputs = checksOf(makes, 'output');
  const waiting = new Map<number, Waiting>();
  const unanswered = createUnanswered();
  const reader = createFrameReader(options.maxBytes);
  const taker = createTaker(options, (message) => write(message));
  let last = 0;
  let over: string | null = null;
  let resolveClosed: (reason: string) => void = () => undefined;
  const closed = new Promise<string>((resolve) => {
    resolveClosed = resolve;
  });

  const close = (reason: string): void => {
    if (over !== null) return;
    over = reason;
    stream.destroy();
    for (const { settle } of [...waiting.values()]) settle({ error: reason });
    resolveClosed(reason);
  };
  /** @throws Unfit when it is longer than the other side reads */
  const frameOf = (message: unknown): Buffer => {
    const frame = encodeFrame(message);
    if (frame.length > options.maxSentBytes)
      throw new Unfit(`a message of ${frame.length} bytes; at most ${options.maxSentBytes} are sent`);
    return frame;
  };
  function write(message: unknown): void {
    if (over === null) stream.write(frameOf(message));
  }
  const mustFit = (name: keyof Out & string, input: unknown): void => {
    if (over !== null) throw new Error(over);
    if (inputs.get(name)?.(input) !== true) throw new Unfit(`an input of ${name} that does not fit`);
    if (unanswered.of(name) >= MAX_UNANSWERED)
      throw new Crowded(`too many calls of ${name} wait for their answers`);
  };
  const answered = (message: { readonly answer: number; output?: unknown; error?: string }): void => {
    unanswered.answered(message.answer);
    const asked = waiting.get(message.answer);
    // Too late: the caller has given up.
    if (asked === undefined) return;
    if (typeof message.error === 'string') {
      asked.settle({ error: message.error });
      return;
    }
    if (outputs.get(asked.name)?.(message.output) === true) {
      asked.settle({ output: message.output });
      return;
    }
    const unfit = `an answer to ${asked.name} that does not fit`;
    if (options.otherSide === 'hostile') throw new BadFrame(unfit);
    asked.settle({ error: unfit });
  };
  const take = (message: unknown): void => {
    if (!envelope.Check(message)) throw new BadFrame('a message that is neither call nor answer');
    if ('answer' in message) answered(message);
    else taker(message);
  };

  stream.on('data', (chunk: Buffer) => {
    try {
      for (const message of reader.take(chunk)) take(message);
    } catch (error) {
      close(messageOf(error));
    }
  });
  stream.on('error', (error) => close(messageOf(error)));
  stream.on('close', () => close('the other side has gone'));
  stream.on('end', () => close('the other side has gone'));

  return {
    closed,
    close,
    call(name, input, timeoutMs = ANSWER_MS) {
      return new Promise((resolve, reject) => {
        mustFit(name, input);
        last += 1;
        const id = last;
        const frame = frameOf({ call: id, name, input });
        const timer = clock
          .setTimeout(() => settle({ error: `no answer to ${name} in time` }), timeoutMs)
          .unref();
        const settle: Waiting['settle'] = (answer) => {
          timer.cancel();
          waiting.delete(id);
          if ('error' in answer) reject(new Error(answer.error));
          else resolve(answer.output as OutputOf<Out, typeof name>);
        };
        waiting.set(id, { name, settle });
        unanswered.asked(id, name);
        stream.write(frame);
      });
    },
  };
}

/** Counts the calls that the other side has not answered, also those whose callers have given up. */
function createUnanswered() {
  const names = new Map<number, string>();
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    asked(id: number, name: string): void {
      names.set(id, name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    answered(id: number): void {
      const name = names.get(id);
      if (name === undefined) return;
      names.delete(id);
      counts.set(name, (counts.get(name) ?? 1) - 1);
    },
  };
}

type Check = (value: unknown) => boolean;

function checksOf(calls: Calls, part: 'input' | 'output'): ReadonlyMap<string, Check> {
  return new Map(
    Object.entries(calls).map(([name, rule]): [string, Check] => {
      // Compiled at the first use: a worker that must answer within a quarter of a second compiles only what it needs.
      let check: Check | null = null;
      return [
        name,
        (value) => {
          check ??= compiled(rule, part);
          return check(value);
        },
      ];
    }),
  );
}

function compiled(rule: CallRule, part: 'input' | 'output'): Check {
  const schema = Compile(rule[part]);
  return (value) => schema.Check(value);
}

interface TakenCall {
  readonly call: number;
  readonly name: string;
  readonly input?: unknown;
}

/**
 * Takes calls, not more often than their rule allows, and answers them. The returned function throws BadFrame when a hostile side sends a call that
 * does not fit.
 */
function createTaker<In extends Calls>(
  { clock, takes, handlers, otherSide }: ChannelOptions<In, Calls>,
  write: (message: unknown) => void,
): (call: TakenCall) => void {
  const inputs = checksOf(takes, 'input');
  const outputs = checksOf(takes, 'output');
  const buckets = new Map<string, TokenBucket>(
    Object.entries(takes).map(([name, rule]) => [name, new TokenBucket(clock, rule)]),
  );
  let pending = 0;

  const refuse = (call: number, why: unknown): void =>
    write({ answer: call, error: messageOf(why).slice(0, MAX_REFUSAL) });
  const answer = async ({ call, name, input }: TakenCall): Promise<void> => {
    const waitMs = Math.ceil(buckets.get(name)?.take(1) ?? 0);
    if (waitMs > 0) await delay(clock, waitMs);
    // Checked against the table just before.
    const handler = handlers[name as keyof In] as (input: unknown) => Promise<unknown>;
    const output = (await handler(input)) ?? null;
    if (outputs.get(name)?.(output) !== true) throw new Unfit(`an answer to ${name} that does not fit`);
    write({ answer: call, output });
  };
  const faultOf = ({ name, input }: TakenCall): string | null => {
    if (inputs.get(name)?.(input) !== true) return `a call of ${name.slice(0, 60)} that does not fit`;
    return pending >= MAX_PENDING ? 'too many calls at once' : null;
  };

  return (taken) => {
    const fault = faultOf(taken);
    if (fault !== null) {
      if (otherSide === 'hostile') throw new BadFrame(fault);
      refuse(taken.call, fault);
      return;
    }
    pending += 1;
    answer(taken)
      .catch((error: unknown) => refuse(taken.call, error))
      .finally(() => {
        pending -= 1;
      });
  };
}
