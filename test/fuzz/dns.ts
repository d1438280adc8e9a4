import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { askUdp, type DnsLab, queryFor } from '../support/dns-lab.ts';
import { mutatedQuery } from './dns-packets.ts';
import { type FuzzExtent, type FuzzRandom, fuzzUntil } from './fuzz-run.ts';

export const FUZZ_NAMES = { open: 'open.example', shut: 'shut.example' } as const;
const BURST = 200;
const RECORD_BYTES = 10;

/** What a run has seen. `wrong` says in words what must not be. */
export interface FuzzReport {
  readonly sent: number;
  readonly answered: number;
  readonly wrong: readonly string[];
}

/**
 * The name that a real resolver reads in a query; null = none. Written for itself: labels as they lie, lower case, a dot inside a label as `\.`.
 */
function nameIn(packet: Buffer): string | null {
  const labels: string[] = [];
  let at = 12;
  for (;;) {
    const length = packet[at];
    if (length === undefined || length > 63) return null;
    if (length === 0) return labels.join('.');
    labels.push(
      packet
        .toString('latin1', at + 1, at + 1 + length)
        .toLowerCase()
        .replaceAll('.', '\\.'),
    );
    at += length + 1;
  }
}

/** Whether an answer gives a real address for the name, or one below it; found without our own reader. */
export function givesAddress(query: Buffer, reply: Buffer, shut: string): boolean {
  const name = nameIn(query);
  if (name === null || (name !== shut && !name.endsWith(`.${shut}`))) return false;
  const text = reply.toString('latin1');
  return [Buffer.of(203, 0, 113, 9), Buffer.of(192, 0, 2, 1), Buffer.of(10, 0, 0, 1)].some((address) =>
    text.includes(`${'\u0000\u0004'}${address.toString('latin1')}`, RECORD_BYTES),
  );
}

/** Sends bursts of mutated queries by UDP until the time is over; after each a sound query must be answered. */
export async function fuzzDns(
  { port }: Pick<DnsLab, 'port'>,
  { random, extent }: { readonly random: FuzzRandom; readonly extent: FuzzExtent },
): Promise<FuzzReport> {
  const wrong: string[] = [];
  let sent = 0;
  let answered = 0;
  const socket = createSocket('udp4');
  const lately = new Map<number, Buffer[]>();
  socket.on('message', (reply) => {
    answered += 1;
    if (reply.length < 12) wrong.push(`an answer of ${reply.length} bytes`);
    else {
      const queries = lately.get(reply.readUInt16BE(0)) ?? [];
      for (const query of queries.filter((one) => isAnswerTo(reply, one)))
        if (givesAddress(query, reply, FUZZ_NAMES.shut))
          wrong.push(`${query.toString('hex')} got ${reply.toString('hex')}`);
    }
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const goesOn = fuzzUntil(extent);
  while (goesOn(sent) && wrong.length === 0) {
    lately.clear();
    for (let number = 0; number < BURST; number++) {
      const query = mutatedQuery(random.oneIn(3) ? FUZZ_NAMES.open : FUZZ_NAMES.shut, random);
      if (query.length >= 2)
        lately.set(query.readUInt16BE(0), [...(lately.get(query.readUInt16BE(0)) ?? []), query]);
      socket.send(query, port, '127.0.0.1');
      sent += 1;
    }
    const shut = await askUdp(port, queryFor(FUZZ_NAMES.shut)).catch(() => null);
    if (shut === null) wrong.push('a sound query got no answer');
    else if (
      JSON.stringify(shut.answers?.map((answer) => ('data' in answer ? answer.data : null))) !== '["0.0.0.0"]'
    )
      wrong.push(`the blocked name got ${JSON.stringify(shut.answers)}`);
  }
  socket.close();
  return { sent, answered, wrong };
}

function isAnswerTo(reply: Buffer, query: Buffer): boolean {
  return nameIn(reply) === nameIn(query);
}
