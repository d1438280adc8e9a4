import { type Answer, decode, encode, type Packet } from 'dns-packet';
import t from 'tap';
import { addressBytes } from '../../../../../agent/filter/dns/address-ranges.ts';
import { type DnsQuery, RCODE, readQuery } from '../../../../../agent/filter/dns/message.ts';
import {
  addressReply,
  bareReply,
  blockedReply,
  denialReply,
  truncatedReply,
  upstreamReply,
} from '../../../../../agent/filter/dns/reply.ts';
import { readAnswer } from '../../../../../agent/filter/dns/upstream-answer.ts';
import { queryFor } from '../../../../support/dns-lab.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const NAME = 'wiki.example';

type Type = Parameters<typeof queryFor>[1];

/** A program's question. */
function asked({ name = NAME, type = 'A' as Type, flags = 0x0100, edns = false, dnssecOk = false } = {}) {
  const opt = { type: 'OPT', name: '.', udpPayloadSize: 4_096, flags: dnssecOk ? 0x8000 : 0, options: [] };
  const packet = encode(queryFor(name, type, { flags, additionals: edns ? [opt as never] : [] }));
  const query = readQuery(packet);
  if (query === null) throw new Error('unreadable');
  return query;
}

/** An upstream's answer to a question. */
function answerTo(query: DnsQuery, packet: Partial<Packet>) {
  const message = encode({ type: 'response', id: 1, questions: [{ type: 'A', name: NAME }], ...packet });
  const answer = readAnswer(message, { questionEnd: query.questionEnd, dnssecOk: true });
  if (answer === null) throw new Error('unreadable');
  return answer;
}

/** The TTLs that an asker gets of an answer whose records had these, so long ago. */
function ttlsOf(ttls: readonly number[], ageSeconds: number, isStale = false): readonly unknown[] {
  const query = asked();
  const answers = ttls.map((ttl, n): Answer => ({ type: 'A', name: NAME, ttl, data: `192.0.2.${n + 1}` }));
  const reply = decode(upstreamReply(query, answerTo(query, { answers }), { ageSeconds, isStale }));
  return reply.answers?.map((record) => ('ttl' in record ? record.ttl : null)) ?? [];
}

/** The reply behind its question, in hexadecimal digits. */
const behindQuestion = (reply: Buffer, { questionEnd }: DnsQuery): string =>
  reply.subarray(questionEnd).toString('hex');
const headerOf = (reply: Buffer): string => reply.subarray(0, 12).toString('hex');

/** An OPT record that says 1,232 bytes (RFC 6891 section 6.1.2), with an extended error. */
function opt({ rcode = '00', flags = '0000', error = '' } = {}): string {
  const option = error === '' ? '0000' : `0006000f0002${error}`;
  return `00002904d0${rcode}00${flags}${option}`;
}

t.test('each record of a kept answer goes out with what is left of its time', async (t) => {
  t.strictSame(ttlsOf([60, 200], 0), [60, 200]);
  t.strictSame(ttlsOf([60, 200], 59), [1, 141]);
  t.strictSame(ttlsOf([60, 200], 100), [0, 100], 'never less than none');
  t.strictSame(ttlsOf([60, 200], 4_000), [0, 0]);
});

t.test('nothing is kept by programs for longer than five minutes', async (t) => {
  t.strictSame(ttlsOf([300, 301, 86_400], 0), [300, 300, 300]);
  t.strictSame(ttlsOf([86_400], 86_200), [200], 'counted from its true time, not from the five minutes');
});

t.test('an answer past its time goes out for half a minute, and a time beyond all is none', async (t) => {
  t.strictSame(ttlsOf([60, 200], 4_000, true), [30, 30]);
  t.strictSame(ttlsOf([2 ** 31, 60], 0), [0, 60]);
});

t.test('an error holds the question and nothing else', async (t) => {
  const query = asked();
  const reply = bareReply(query, RCODE.servFail);
  t.equal(headerOf(reply), '126781820001000000000000', 'recursion as asked for, and available');
  t.strictSame(reply.subarray(12), query.packet.subarray(12, query.questionEnd));
  t.equal(headerOf(bareReply(asked({ flags: 0x0010 }), 0)), '126780900001000000000000', 'CD as asked');
  const authentic = asked({ flags: 0x0120 });
  t.equal(headerOf(bareReply(authentic, 0)), '126781800001000000000000', 'nothing was validated here');
  t.equal(headerOf(bareReply({ ...query, questionEnd: 12 }, RCODE.formErr)), '126781810000000000000000');
  const update = Buffer.from(query.packet);
  update[2] = 0x2f;
  const other = readQuery(update);
  t.equal(
    other && headerOf(bareReply(other, RCODE.notImp)),
    '1267a9840000000000000000',
    'the same operation',
  );
});

/** Our own SOA: an alias of the question's name, for thirty seconds. */
const SOA = [
  'c00c000600010000001e',
  '003e',
  '0a7363686f6f6c6761746508696e7465726e616c00'.repeat(2),
  '00000001',
  '00000e10',
  '00000258',
  '00015180',
  '0000001e',
].join('');

t.test('a denial holds half a minute, by its SOA', async (t) => {
  const query = asked({ type: 'MX' });
  const empty = denialReply(query);
  t.equal(headerOf(empty), '126781800001000000010000');
  t.equal(behindQuestion(empty, query), SOA);
  const absent = denialReply(query, { rcode: RCODE.nxDomain });
  t.equal(headerOf(absent), '126781830001000000010000');
  const told = asked({ edns: true });
  t.equal(behindQuestion(denialReply(told), told), SOA + opt());
});

t.test('an alias stands before its addresses, which are its own', async (t) => {
  const query = asked({ edns: true });
  const addresses = [addressBytes('192.0.2.1'), addressBytes('192.0.2.2')];
  const reply = addressReply(query, { alias: 'a.bc', addresses, ttlSeconds: 60 });
  t.equal(headerOf(reply), '126781800001000300000001');
  hasFields(t, decode(reply), {
    answers: [
      { type: 'CNAME', name: NAME, ttl: 60, data: 'a.bc' },
      { type: 'A', name: 'a.bc', ttl: 60, data: '192.0.2.1' },
      { type: 'A', name: 'a.bc', ttl: 60, data: '192.0.2.2' },
    ],
    additionals: [{ type: 'OPT' }],
  });
  const lone = addressReply(query, { alias: 'a.bc', addresses: [], ttlSeconds: 60 });
  hasFields(t, decode(lone), { answers: [{ type: 'CNAME', data: 'a.bc' }] });
  const unwritable = addressReply(query, { alias: 'a..b', addresses, ttlSeconds: 60 });
  hasFields(t, decode(unwritable), { answers: [{ name: NAME }, { name: NAME }] });
});

t.test('a blocked name leads nowhere, and who speaks EDNS is told that it is blocked', async (t) => {
  const query = asked();
  const reply = blockedReply(query);
  t.equal(headerOf(reply), '126781800001000100000000');
  t.equal(behindQuestion(reply, query), 'c00c000100010000001e000400000000');
  const six = asked({ type: 'AAAA' });
  t.equal(behindQuestion(blockedReply(six), six), `c00c001c00010000001e0010${'00'.repeat(16)}`);
  const mail = asked({ type: 'MX' });
  t.equal(behindQuestion(blockedReply(mail), mail), SOA, 'no data of any other type');
  const error = opt({ error: '000f' });
  const told = asked({ edns: true });
  t.equal(behindQuestion(blockedReply(told), told), `c00c000100010000001e000400000000${error}`);
  t.equal(headerOf(blockedReply(told)), '126781800001000100000001');
  const mailTold = asked({ type: 'MX', edns: true });
  t.equal(behindQuestion(blockedReply(mailTold), mailTold), SOA + error);
});

t.test('an upstream’s answer goes to the asker as he asked', async (t) => {
  const query = asked({ name: 'WIKI.Example', flags: 0x0110 });
  const record: Answer = { type: 'A', name: NAME, ttl: 60, data: '192.0.2.1' };
  const answer = answerTo(query, { flags: 0x05a0, answers: [record] });
  const before = answer.bytes.toString('hex');
  const reply = upstreamReply(query, answer, { ageSeconds: 0, isStale: false });
  t.equal(
    headerOf(reply),
    '126781900001000100000000',
    'his id and flags; neither authoritative nor authentic',
  );
  t.strictSame(reply.subarray(12, query.questionEnd), query.packet.subarray(12, query.questionEnd));
  hasFields(t, decode(reply), { questions: [{ name: 'WIKI.Example' }], answers: [{ data: '192.0.2.1' }] });
  t.equal(answer.bytes.toString('hex'), before, 'the kept answer stays as it is');
  const denied = answerTo(query, { flags: 0x0183 });
  t.equal(headerOf(upstreamReply(query, denied, { ageSeconds: 0, isStale: false })).slice(4, 8), '8193');
});

t.test('an old answer is told as such to who speaks EDNS', async (t) => {
  const query = asked({ edns: true, dnssecOk: true });
  const record: Answer = { type: 'A', name: NAME, ttl: 60, data: '192.0.2.1' };
  const answer = answerTo(query, { answers: [record] });
  const denied = answerTo(query, { flags: 0x0183 });
  const flags = '8000';
  const fresh = upstreamReply(query, answer, { ageSeconds: 0, isStale: false });
  t.equal(fresh.subarray(answer.bytes.length).toString('hex'), opt({ flags }));
  t.equal(headerOf(fresh), '126781800001000100000001');
  const stale = upstreamReply(query, answer, { ageSeconds: 90, isStale: true });
  t.equal(stale.subarray(answer.bytes.length).toString('hex'), opt({ flags, error: '0003' }));
  const staleDenial = upstreamReply(query, denied, { ageSeconds: 90, isStale: true });
  t.equal(staleDenial.subarray(denied.bytes.length).toString('hex'), opt({ flags, error: '0013' }));
  const plain = upstreamReply(asked(), answer, { ageSeconds: 90, isStale: true });
  t.equal(plain.length, answer.bytes.length);
});

/** Records of 16 bytes each behind the question; answers first. */
function longReply(query: DnsQuery, answers: number, authorities: number): Buffer {
  const records = (count: number): Answer[] =>
    Array.from({ length: count }, (_, n) => ({ type: 'A', name: NAME, ttl: 60, data: `192.0.2.${n}` }));
  const packet = { answers: records(answers), authorities: records(authorities) };
  const raw = answerTo(query, packet);
  return upstreamReply(query, raw, { ageSeconds: 0, isStale: false });
}

t.test('one that does not is cut behind the last record that fits, and says so', async (t) => {
  const query = asked();
  const reply = longReply(query, 3, 2);
  const size = (reply.length - query.questionEnd) / 5;
  const cutTo = (records: number, more: number): string => {
    const cut = truncatedReply(reply, query, query.questionEnd + size * records + more);
    t.strictSame(cut.subarray(12), reply.subarray(12, cut.length), 'whole records, as they were');
    return `${headerOf(cut).slice(4)} ${(cut.length - query.questionEnd) / size}`;
  };
  t.equal(cutTo(5, -1), '83800001000300010000 4');
  t.equal(cutTo(4, 0), '83800001000300010000 4');
  t.equal(cutTo(4, -1), '83800001000300000000 3');
  t.equal(cutTo(1, 0), '83800001000100000000 1');
  t.equal(cutTo(1, -1), '83800001000000000000 0');
});

t.test('its OPT record stays, and its code', async (t) => {
  const query = asked({ edns: true, dnssecOk: true });
  const reply = longReply(query, 3, 0);
  reply[3] = (reply[3] ?? 0) | RCODE.nxDomain;
  const size = (reply.length - query.questionEnd - 11) / 3;
  const cut = truncatedReply(reply, query, query.questionEnd + size * 2 + 11);
  t.equal(headerOf(cut), '126783830001000200000001');
  t.equal(cut.length, query.questionEnd + size * 2 + 11);
  t.equal(cut.subarray(-11).toString('hex'), opt({ flags: '8000' }));
  const tighter = truncatedReply(reply, query, query.questionEnd + size * 2 + 10);
  t.equal(headerOf(tighter), '126783830001000100000001');
});

t.test('where all records fit and only what is told beside them does not, they all stay', async (t) => {
  const query = asked({ edns: true });
  const list = { alias: null, addresses: [addressBytes('192.0.2.1')], ttlSeconds: 5 };
  const reply = addressReply(query, list, { extendedError: 15 });
  const cut = truncatedReply(reply, query, reply.length - 6);
  t.equal(headerOf(cut), '126783800001000100000001');
  t.equal(cut.subarray(-11).toString('hex'), opt());
});
