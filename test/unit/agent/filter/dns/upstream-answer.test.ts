import { type Answer, encode, type Packet } from 'dns-packet';
import t from 'tap';
import { addressText } from '../../../../../agent/filter/dns/address-ranges.ts';
import { TYPE } from '../../../../../agent/filter/dns/message.ts';
import {
  addressesIn,
  isAnswerHeader,
  readAnswer,
  readTtl,
} from '../../../../../agent/filter/dns/upstream-answer.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const NAME = 'wiki.example';
const QUESTION_END = 12 + NAME.length + 2 + 4;

const a = (data: string, ttl = 300): Answer => ({ type: 'A', name: NAME, ttl, data });
const aaaa = (data: string, ttl = 300): Answer => ({ type: 'AAAA', name: NAME, ttl, data });
const alias = (data: string, ttl = 300): Answer => ({ type: 'CNAME', name: NAME, ttl, data });
function soa(ttl: number, minimum: number): Answer {
  const numbers = { serial: 1, refresh: 2, retry: 3, expire: 4, minimum };
  return { type: 'SOA', name: NAME, ttl, data: { mname: 'a.example', rname: 'b.example', ...numbers } };
}

function messageOf(packet: Partial<Packet>, rcode = 0): Buffer {
  const message = encode({ type: 'response', id: 1, questions: [{ type: 'A', name: NAME }], ...packet });
  message[3] = (message[3] ?? 0) | rcode;
  return message;
}
function read(packet: Partial<Packet>, { rcode = 0, dnssecOk = false } = {}) {
  return readAnswer(messageOf(packet, rcode), { questionEnd: QUESTION_END, dnssecOk });
}
/** A message of one record that is given in hexadecimal digits, behind its name. */
function withRecord(record: string, section: 'answer' | 'authority' = 'answer') {
  const message = Buffer.concat([messageOf({}), Buffer.from(`c00c${record}`, 'hex')]);
  message.writeUInt16BE(1, section === 'answer' ? 6 : 8);
  return readAnswer(message, { questionEnd: QUESTION_END, dnssecOk: false });
}
const chain = (count: number, top = 'example'): Answer[] =>
  Array.from({ length: count }, (_, n) => alias(`a${n}.${top}`));

t.test('an answer holds as long as its shortest record', async (t) => {
  const answers = [a('192.0.2.1', 300), a('192.0.2.2', 60), a('192.0.2.3', 90)];
  hasFields(t, read({ answers }), {
    rcode: 0,
    questionEnd: QUESTION_END,
    lifeSeconds: 60,
    // Each begins with the name, a type and a class.
    ttlOffsets: [0, 28, 56].map((at) => QUESTION_END + at + NAME.length + 2 + 4),
  });
});

t.test('it holds a day at most, and a time beyond all is none', async (t) => {
  hasFields(t, read({ answers: [a('192.0.2.1', 86_400)] }), { lifeSeconds: 86_400 });
  hasFields(t, read({ answers: [a('192.0.2.1', 86_401)] }), { lifeSeconds: 86_400 });
  hasFields(t, read({ answers: [a('192.0.2.1', 2 ** 31)] }), { lifeSeconds: 0 });
  const ttls = Buffer.from('7fffffff80000000', 'hex');
  t.strictSame([readTtl(ttls, 0), readTtl(ttls, 4)], [2 ** 31 - 1, 0]);
});

t.test('a denial holds as long as its SOA says, and without one not at all', async (t) => {
  for (const rcode of [0, 3]) {
    const denial = (authorities: Answer[]) => read({ authorities }, { rcode });
    hasFields(t, denial([soa(300, 60)]), { rcode, lifeSeconds: 60 });
    hasFields(t, denial([soa(60, 300)]), { rcode, lifeSeconds: 60 });
    hasFields(t, denial([a('192.0.2.1', 30), soa(300, 60)]), { lifeSeconds: 30 });
    hasFields(t, denial([]), { rcode, lifeSeconds: 0 });
    hasFields(t, denial([a('192.0.2.1')]), { rcode, lifeSeconds: 0 });
  }
  hasFields(t, read({ answers: [soa(300, 60)] }), { lifeSeconds: 300 }, 'an SOA that was asked for');
  hasFields(t, read({ answers: [soa(300, 60)] }, { rcode: 3 }), { lifeSeconds: 0 }, 'is no denial’s');
  hasFields(t, read({ answers: [a('192.0.2.1')] }, { rcode: 2 }), { rcode: 2, lifeSeconds: 0 });
});

t.test('an SOA that is too short says nothing', async (t) => {
  const numbers = '00000001000000020000000300000004' + '0000003c';
  hasFields(t, withRecord(`000600010000012c0016${'0000'}${numbers}`, 'authority'), { lifeSeconds: 60 });
  hasFields(t, withRecord(`000600010000012c0015${'00'}${numbers}`, 'authority'), { lifeSeconds: 0 });
});

t.test('what stands beside an answer is left out, but for who validates it', async (t) => {
  const packet = {
    answers: [a('192.0.2.1')],
    authorities: [a('192.0.2.53', 30)],
    additionals: [a('192.0.2.99', 5)],
  };
  const whole = messageOf(packet);
  const plain = read(packet);
  hasFields(t, plain, { lifeSeconds: 300, bytes: { length: QUESTION_END + 28 } });
  t.equal(plain?.bytes.subarray(4, 12).toString('hex'), '0001000100000000');
  t.strictSame(plain?.bytes.subarray(12), whole.subarray(12, QUESTION_END + 28));
  const secure = read(packet, { dnssecOk: true });
  hasFields(t, secure, { lifeSeconds: 30, bytes: { length: QUESTION_END + 56 } });
  t.equal(secure?.bytes.subarray(4, 12).toString('hex'), '0001000100010000');
  const denial = read({ authorities: [soa(300, 60)], additionals: packet.additionals });
  t.equal(denial?.bytes.subarray(4, 12).toString('hex'), '0001000000010000');
  hasFields(t, read({ ...packet, authorities: [soa(300, 60)] }, { dnssecOk: true }), { lifeSeconds: 300 });
});

t.test('aliases are told in lower case, and edges of content networks are not', async (t) => {
  const answers = [alias('CDN.Shut.example'), alias('d1.cloudfront.net'), alias('last.example')];
  hasFields(t, read({ answers }), { targets: ['cdn.shut.example', 'last.example'] });
  const authorities = [alias('cdn.example'), soa(300, 60)];
  hasFields(t, read({ authorities }), { targets: [] }, 'those beside the answer are nobody’s');
  t.equal(withRecord('000500010000012c0002c0ff'), null, 'one that cannot be read');
  hasFields(t, read({ answers: chain(16) }), { targets: { length: 16 } });
  t.equal(read({ answers: chain(17) }), null, 'a chain that leads nowhere good');
});

t.test('an address that is not public is told', async (t) => {
  const isPrivate = (...answers: Answer[]) => read({ answers })?.hasPrivateAddress;
  t.equal(isPrivate(a('192.0.2.1'), aaaa('2606:2800::1')), false);
  t.equal(isPrivate(a('192.0.2.1'), a('10.0.0.1')), true);
  t.equal(isPrivate(a('10.0.0.1'), a('192.0.2.1')), true);
  t.equal(isPrivate(aaaa('fd00::1')), true);
  t.equal(isPrivate({ type: 'TXT', name: NAME, ttl: 300, data: 'text' }), false);
  hasFields(t, read({ authorities: [a('10.0.0.1'), soa(300, 60)] }), { hasPrivateAddress: false });
});

t.test('an answer with a malformed record is none', async (t) => {
  hasFields(t, withRecord('000100010000012c0004c0000201'), { lifeSeconds: 300 });
  t.equal(withRecord('000100010000012c0003c00002'), null, 'an address that is too short');
  t.equal(withRecord('000100010000012c0005c000020102'), null, 'or too long');
  t.equal(withRecord('001c00010000012c0004c0000201'), null, 'or of the other family');
  t.equal(withRecord('000100010000012c0005c0000201'), null, 'or cut');
  t.equal(withRecord('00290001000000000000'), null, 'an OPT record is no answer');
  t.equal(withRecord('00290001000000000000', 'authority'), null);
  hasFields(t, withRecord('000100010000012c0003c00002', 'authority'), { lifeSeconds: 0 });
  const announced = messageOf({ answers: [a('192.0.2.1')] });
  announced.writeUInt16BE(2, 6);
  t.equal(readAnswer(announced, { questionEnd: QUESTION_END, dnssecOk: false }), null);
});

t.test('addresses are found by their type, in their order', async (t) => {
  const answers = [alias('b.example'), a('192.0.2.1'), aaaa('2001:db8::1'), a('192.0.2.2')];
  const answer = read({ answers, authorities: [a('192.0.2.53')] }, { dnssecOk: true });
  if (answer === null) throw new Error('unreadable');
  const found = (type: number) => addressesIn(answer, type).map(addressText);
  t.strictSame(found(TYPE.a), ['192.0.2.1', '192.0.2.2']);
  t.strictSame(found(TYPE.aaaa), ['2001:db8::1']);
  const cut = { ...answer, bytes: answer.bytes.subarray(0, -40) };
  t.strictSame(addressesIn(cut, TYPE.a).map(addressText), ['192.0.2.1'], 'as far as it can be read');
});

t.test('only the header of an answer to a question is one', async (t) => {
  const header = (flags: number, length = 12) => {
    const message = Buffer.alloc(length);
    message[2] = flags;
    return isAnswerHeader(message);
  };
  t.equal(header(0x80), true);
  t.equal(header(0x87), true, 'authoritative, cut, with recursion desired');
  t.equal(header(0x00), false, 'a question');
  t.equal(header(0x88), false, 'to another operation');
  t.equal(header(0xc0), false);
  t.equal(header(0x80, 11), false, 'too short');
  t.equal(header(0x80, 13), true);
  t.equal(isAnswerHeader(Buffer.alloc(0)), false);
});
