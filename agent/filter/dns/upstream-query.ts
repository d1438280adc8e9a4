import { encodeName, HEADER_BYTES, TYPE } from './message.ts';
import { MAX_UDP_BYTES } from './reply.ts';

/** What is asked, in text. */
export interface DnsQuestion {
  /** Lower case, without trailing dot; empty = the root. */
  readonly name: string;
  readonly type: number;
  readonly dnssecOk: boolean;
  readonly checkingDisabled: boolean;
}

/** A question for an upstream. It is made anew, so that nothing of the asker (cookies, client subnet, spelling) is passed on. Its id is 0. */
export interface UpstreamQuery extends DnsQuestion {
  readonly packet: Buffer;
  readonly questionEnd: number;
  /** A copy without OPT record. */
  withoutEdns(): Buffer;
}

const OPT_BYTES = 11;

/** @returns null when the name fits no message */
export function upstreamQuery(question: DnsQuestion): UpstreamQuery | null {
  const name = encodeName(question.name);
  if (name === null) return null;
  const questionEnd = HEADER_BYTES + name.length + 4;
  const packet = Buffer.allocUnsafe(questionEnd + OPT_BYTES).fill(0);
  packet[2] = 0x01; // recursion desired
  packet[3] = question.checkingDisabled ? 0x10 : 0;
  packet.writeUInt16BE(1, 4);
  packet.writeUInt16BE(1, 10);
  name.copy(packet, HEADER_BYTES);
  packet.writeUInt16BE(question.type, questionEnd - 4);
  packet.writeUInt16BE(1, questionEnd - 2);
  packet.writeUInt16BE(TYPE.opt, questionEnd + 1);
  packet.writeUInt16BE(MAX_UDP_BYTES, questionEnd + 3);
  packet.writeUInt16BE(question.dnssecOk ? 0x8000 : 0, questionEnd + 7);
  return {
    name: question.name,
    type: question.type,
    dnssecOk: question.dnssecOk,
    checkingDisabled: question.checkingDisabled,
    packet,
    questionEnd,
    withoutEdns() {
      const plain = Buffer.from(packet.subarray(0, questionEnd));
      plain.writeUInt16BE(0, 10);
      return plain;
    },
  };
}
