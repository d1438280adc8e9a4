import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import { Agent } from 'undici';
import { newWebhookSecret, signWebhook } from '../../api/webhooks/sending/signature.ts';
import { isEventFilter } from '../../contracts/events/catalogue.ts';
import { isLoopback } from '../../kit/addresses.ts';
import { systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { systemRandom } from '../../kit/random.ts';
import { createEventSource } from './event-source.ts';
import { type Forwarded, forward } from './forward.ts';
import { print } from './output.ts';

/** The options of `schoolgate webhooks listen`, as typed. */
export interface ListenOptions {
  readonly forward: string;
  readonly server: string;
  readonly key?: string;
  readonly events: string;
  readonly after?: string;
  readonly secret?: string;
  readonly ca?: string;
  readonly allowRemote?: true;
  readonly json?: true;
}

/** Forwards events until SIGINT or SIGTERM. @throws OperatorError */
export async function listen(options: ListenOptions): Promise<void> {
  const url = readForward(options);
  const secret = readSecret(options.secret);
  const key = options.key ?? process.env.SCHOOLGATE_API_KEY ?? '';
  if (key === '') throw new OperatorError('Give an API key with --key or SCHOOLGATE_API_KEY.');
  const dispatcher = new Agent({ connect: { ca: readAuthorities(options.ca) } });
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error('asked to stop'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const { signal } = stopping;
  const source = createEventSource({
    server: readServer(options.server),
    key,
    filters: readFilters(options.events),
    dispatcher,
    clock: systemClock,
    random: systemRandom,
    signal,
    note: (sentence) => void process.stderr.write(`${sentence}\n`),
  });
  try {
    const after = options.after === undefined ? await source.newest() : readSequence(options.after);
    if (signal.aborted) return;
    print(options.json, { forward: url.href, secret, after }, greeting(url, secret, after));
    for await (const event of source.behind(after)) {
      const sent = await forward(event, { url, secret, dispatcher, clock: systemClock, signal });
      print(options.json, sent, lineOf(sent));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await dispatcher.destroy();
  }
}

function greeting(url: URL, secret: string, after: number): string {
  return `Sending what happens after event ${after} to ${url.href}\n\n  secret  ${secret}\n\nCtrl-C ends.\n`;
}

function lineOf({ event, id, sequence, status, error, durationMs }: Forwarded): string {
  const time = new Date(systemClock.now()).toISOString().slice(11, 19);
  return `${time}  ${String(sequence).padStart(6)}  ${event.padEnd(26)}  ${id}  ${status ?? error} (${durationMs} ms)`;
}

/** Students' data leave this machine only when that was said in so many words. */
function readForward({ forward: text, allowRemote }: ListenOptions): URL {
  const url = webAddress('--forward', text);
  if (allowRemote === true || isHere(url)) return url;
  throw new OperatorError(
    `--forward takes an address of this machine (127.0.0.1, localhost), not ${url.hostname}: events carry names of students. Add --allow-remote when that is what you want.`,
  );
}

/** Names below `localhost` too: they are this machine's (RFC 6761 section 6.3). */
function isHere({ hostname }: URL): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

function readServer(text: string): URL {
  const url = webAddress('--server', text);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function webAddress(option: string, text: string): URL {
  if (URL.canParse(text)) {
    const url = new URL(text);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  }
  throw new OperatorError(`${option} takes an address that begins with http:// or https://, not "${text}".`);
}

function readFilters(text: string): readonly string[] {
  const filters = text.split(',').map((each) => each.trim());
  for (const filter of filters)
    if (!isEventFilter(filter))
      throw new OperatorError(`--events: "${filter}" names no event, no group (device.*) and not all (*).`);
  return filters.includes('*') ? ['*'] : filters;
}

function readSequence(text: string): number {
  const sequence = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(sequence) || sequence < 0)
    throw new OperatorError(`--after takes the sequence of an event, 0 or more, not "${text}".`);
  return sequence;
}

function readSecret(text: string | undefined): string {
  if (text === undefined) return newWebhookSecret(systemRandom);
  try {
    signWebhook({ id: 'try', timestampSeconds: 0, body: '', secrets: [text] });
    return text;
  } catch (error) {
    throw new OperatorError(`--secret cannot sign: ${messageOf(error)}.`, { cause: error });
  }
}

/** The machine's own and the given one. */
function readAuthorities(file: string | undefined): string[] {
  const known = getCACertificates('default');
  if (file === undefined) return known;
  try {
    return [...known, readFileSync(file, 'utf8')];
  } catch (error) {
    throw new OperatorError(`--ca: ${file} cannot be read (${messageOf(error)}).`, { cause: error });
  }
}
