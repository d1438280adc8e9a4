import type { Duplex } from 'node:stream';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { BadFrame, createFrameReader, encodeFrame } from './frames.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';
import type { CallRule, Calls, InputOf, OutputOf } from './wire.ts';

/** The other side takes calls in less; a download has its own, longer, patience. */
const ANSWER_MS = 30_000;
/** So many calls wait at most: more come only from a broken other side. */
const MAX_PENDING = 1_024;

/** Answers calls of a table. A rejection goes back as its message. */
export type Handlers<Table extends Calls> = {
  readonly [Name in keyof Table]: (input: InputOf<Table, Name>) => Promise<OutputOf<Table, Name>>;
};

/** Calls over one stream, both ways at once. `Out` are the calls that we make. */
export interface Channel<Out extends Calls> {
  /** Rejects with the other side's words, or when the channel has ended. @param timeoutMs default 30 s */
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
  readonly handlers: Handlers<In>;
  /** The calls that we make. */
  readonly makes: Out;
  /** Of one message to us. */
  readonly maxBytes: number;
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

/** Any message that does not fit its schema ends the channel: whoever sends one is broken, or broken into. */
export function createChannel<In extends Calls, Out extends Calls>(
  options: ChannelOptions<In, Out>,
): Channel<Out> {
  const { stream, clock, takes, makes } = options;
  const inputs = checksOf(takes, 'input');
  const outputs = checksOf(makes, 'output');
  const waiting = new Map<number, Waiting>();
  const reader = createFrameReader(options.maxBytes);
  const taker = createTaker(options, inputs, (message) => write(message));
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
  function write(message: unknown): void {
    if (over === null) stream.write(encodeFrame(message));
  }
  const answered = (message: { readonly answer: number; output?: unknown; error?: string }): void => {
    const asked = waiting.get(message.answer);
    // Late: its asker has given up.
    if (asked === undefined) return;
    if (typeof message.error === 'string') {
      asked.settle({ error: message.error });
      return;
    }
    if (outputs.get(asked.name)?.(message.output) !== true)
      throw new BadFrame(`an answer to ${asked.name} that does not fit`);
    asked.settle({ output: message.output });
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
        if (over !== null) return reject(new Error(over));
        last += 1;
        const id = last;
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
        write({ call: id, name, input });
      });
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

/** Takes calls, not more often than their rule says, and answers them. @throws BadFrame (from the returned function) for a call that is none */
function createTaker<In extends Calls>(
  { clock, takes, handlers }: Pick<ChannelOptions<In, Calls>, 'clock' | 'takes' | 'handlers'>,
  inputs: ReadonlyMap<string, Check>,
  write: (message: unknown) => void,
): (message: { readonly call: number; readonly name: string; readonly input?: unknown }) => void {
  const buckets = new Map<string, TokenBucket>(
    Object.entries(takes).map(([name, rule]) => [name, createTokenBucket(rule, clock)]),
  );
  let pending = 0;

  const answer = async (call: number, name: string, input: unknown): Promise<void> => {
    const waitMs = buckets.get(name)?.take() ?? 0;
    if (waitMs > 0) await delay(clock, waitMs);
    // Checked against the table just before.
    const handler = handlers[name as keyof In] as (input: unknown) => Promise<unknown>;
    write({ answer: call, output: (await handler(input)) ?? null });
  };

  return ({ call, name, input }) => {
    if (inputs.get(name)?.(input) !== true)
      throw new BadFrame(`a call of ${name.slice(0, 60)} that does not fit`);
    if (pending >= MAX_PENDING) throw new BadFrame('too many calls at once');
    pending += 1;
    answer(call, name, input)
      .catch((error: unknown) => write({ answer: call, error: messageOf(error).slice(0, 2_000) }))
      .finally(() => {
        pending -= 1;
      });
  };
}
