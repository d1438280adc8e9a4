import { encode } from 'dns-packet';
import t from 'tap';
import {
  encodeName,
  isSameQuestion,
  RCODE,
  readName,
  readQuery,
  readRecord,
  TYPE,
} from '../../../../../agent/filter/dns/message.ts';
import { queryFor } from '../../../../support/dns-lab.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const query = (name: string, more: Parameters<typeof queryFor>[2] = {}): Buffer =>
  encode(queryFor(name, 'A', more));
/** The packet with other bytes from an offset on. */
function changed(packet: Buffer, at: number, ...bytes: readonly number[]): Buffer {
  const copy = Buffer.from(packet);
  copy.set(bytes, at);
  return copy;
}
const problemOf = (packet: Buffer): number | undefined => readQuery(packet)?.problem;

/** An OPT record (RFC 6891 section 6.1.2). */
function opt({ payload = 1_232, version = 0, flags = 0, options = '', owner = '00' } = {}): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(TYPE.opt, 0);
  fixed.writeUInt16BE(payload, 2);
  fixed.writeUInt8(version, 5);
  fixed.writeUInt8(flags, 6);
  fixed.writeUInt16BE(options.length / 2, 8);
  return Buffer.concat([Buffer.from(owner, 'hex'), fixed, Buffer.from(options, 'hex')]);
}
/** A query with these additional records. */
function withRecords(...records: readonly Buffer[]): Buffer {
  return Buffer.concat([changed(query('wiki.example'), 10, 0, records.length), ...records]);
}

t.test('a plain question is read as it was asked, its name in lower case', async (t) => {
  const packet = query('WIKI.Example');
  t.strictSame(readQuery(packet), {
    packet,
    problem: RCODE.noError,
    name: 'wiki.example',
    type: TYPE.a,
    questionEnd: packet.length,
    hasEdns: false,
    payloadBytes: 512,
    dnssecOk: false,
    checkingDisabled: false,
  });
  hasFields(t, readQuery(query('wiki.example', { flags: 0x0110 })), { checkingDisabled: true });
  hasFields(t, readQuery(encode(queryFor('.', 'NS'))), { name: '', type: TYPE.ns, problem: RCODE.noError });
});

t.test('only letters lose their case: what stands beside them in the table stays', async (t) => {
  const wire = Buffer.from('@AZ[`az{', 'latin1');
  const name = Buffer.concat([Buffer.of(wire.length), wire, Buffer.of(0, 0, 1, 0, 1)]);
  const header = query('wiki.example').subarray(0, 12);
  hasFields(t, readQuery(Buffer.concat([header, name])), { name: '@az[`az{' });
});

t.test('what is no query deserves no answer', async (t) => {
  const packet = query('wiki.example');
  t.equal(readQuery(packet.subarray(0, 11)), null, 'shorter than a header');
  t.equal(readQuery(Buffer.alloc(0)), null);
  t.equal(readQuery(changed(packet, 2, 0x81)), null, 'an answer');
});

t.test('a query that cannot be read is refused by its code, and nothing of it is believed', async (t) => {
  const packet = query('wiki.example');
  for (const [why, bad] of [
    ['no question', changed(packet, 4, 0, 0)],
    ['two questions', changed(packet, 4, 0, 2)],
    ['an answer within', changed(packet, 6, 0, 1)],
    ['an authority within', changed(packet, 8, 0, 1)],
    ['cut within the name', packet.subarray(0, 20)],
    ['cut before its class', packet.subarray(0, -1)],
    ['a header alone', packet.subarray(0, 12)],
    ['a compressed name', changed(packet, 12, 0xc0, 12)],
    ['a label that is too long', changed(packet, 12, 64)],
    ['a dot in a label', changed(packet, 13, 46)],
    ['a NUL in a label', changed(packet, 13, 0)],
    ['a record that is announced and not there', changed(packet, 10, 0, 1)],
  ] as const)
    t.strictSame(
      readQuery(bad),
      {
        packet: bad,
        problem: RCODE.formErr,
        name: '',
        type: 0,
        questionEnd: 12,
        hasEdns: false,
        payloadBytes: 512,
        dnssecOk: false,
        checkingDisabled: false,
      },
      why,
    );
  t.equal(problemOf(changed(packet, 2, 0x29)), RCODE.notImp, 'another operation than a question');
});

t.test('other classes, and types that are no records, are refused', async (t) => {
  const packet = query('wiki.example');
  const typed = (type: number) => changed(packet, packet.length - 4, type >> 8, type & 255);
  t.equal(problemOf(changed(packet, packet.length - 1, 3)), RCODE.refused);
  for (const type of [249, 250, 251, 252, 253, 254, 255, 41])
    t.equal(problemOf(typed(type)), RCODE.notImp, `${type}`);
  for (const type of [1, 40, 42, 248, 256]) t.equal(problemOf(typed(type)), RCODE.noError, `${type}`);
});

t.test(
  'EDNS says how long an answer may be, never less than 512 bytes, and whether DNSSEC is wanted',
  async (t) => {
    hasFields(t, readQuery(withRecords(opt())), {
      hasEdns: true,
      payloadBytes: 1_232,
      dnssecOk: false,
      problem: 0,
    });
    hasFields(t, readQuery(withRecords(opt({ payload: 100 }))), { hasEdns: true, payloadBytes: 512 });
    hasFields(t, readQuery(withRecords(opt({ flags: 0x80 }))), { dnssecOk: true });
    hasFields(t, readQuery(withRecords(opt({ flags: 0x7f }))), { dnssecOk: false });
    hasFields(t, readQuery(withRecords(opt({ options: '000a0008aabbccddeeff0011' }))), {
      problem: RCODE.noError,
      payloadBytes: 1_232,
    });
    hasFields(t, readQuery(withRecords(opt({ version: 1 }))), {
      problem: RCODE.badVers,
      name: 'wiki.example',
    });
  },
);

t.test('one OPT record, of the root, beside whatever else', async (t) => {
  const other = Buffer.from('00001000010000000000021122', 'hex');
  hasFields(t, readQuery(withRecords(other, opt())), { problem: RCODE.noError, payloadBytes: 1_232 });
  hasFields(t, readQuery(withRecords(other)), { problem: RCODE.noError, hasEdns: false });
  t.equal(problemOf(withRecords(opt(), opt())), RCODE.formErr);
  t.equal(problemOf(withRecords(opt({ owner: '016100' }))), RCODE.formErr);
  t.equal(problemOf(withRecords(opt({ options: '0011' })).subarray(0, -1)), RCODE.formErr, 'cut within');
  const cutInFixed = withRecords(opt()).subarray(0, -1);
  t.equal(problemOf(cutInFixed), RCODE.formErr);
});

t.test('a name has at most 255 bytes with its lengths', async (t) => {
  const label = 'a'.repeat(63);
  const longest = [label, label, label, 'a'.repeat(61)].join('.');
  hasFields(t, readQuery(query(longest)), { problem: RCODE.noError, name: longest });
  t.equal(problemOf(query(`${longest}a`)), RCODE.formErr);
  t.equal(encodeName(longest)?.length, 255);
  t.equal(encodeName(`${longest}a`), null);
  t.equal(readName(Buffer.concat([Buffer.alloc(12), encodeName(longest) ?? Buffer.alloc(0)]), 12), longest);
  const beyond = Buffer.concat([
    ...[label, label, label, label].map((text) => Buffer.concat([Buffer.of(63), Buffer.from(text)])),
    Buffer.of(0),
  ]);
  t.equal(readName(Buffer.concat([Buffer.alloc(12), beyond]), 12), null);
});

t.test('a name is written label by label, and not where a label cannot be', async (t) => {
  t.strictSame(encodeName('wiki.example'), Buffer.from('0477696b69076578616d706c6500', 'hex'));
  t.strictSame(encodeName(''), Buffer.of(0));
  t.strictSame(encodeName('\u00e9.x'), Buffer.from('01e9017800', 'hex'), 'bytes above 127');
  t.ok(encodeName('a'.repeat(63)));
  for (const bad of ['a'.repeat(64), '.', 'a..b', 'a.', '.a']) t.equal(encodeName(bad), null, bad);
});

t.test('names follow pointers that lead back, and end', async (t) => {
  // 12: wiki.example · 26: cdn → 12 · 32: → 26 · 34: → itself · 36: → 38 · 38: → the header
  const message = Buffer.concat([
    Buffer.alloc(12),
    Buffer.from('0457494b69076578616d706c6500', 'hex'),
    Buffer.from('0363646ec00c', 'hex'),
    Buffer.from('c01ac022c026c00b', 'hex'),
  ]);
  t.equal(readName(message, 12), 'wiki.example');
  t.equal(readName(message, 26), 'cdn.wiki.example');
  t.equal(readName(message, 32), 'cdn.wiki.example', 'a pointer to a pointer');
  t.equal(readName(message, 34), null, 'to itself');
  t.equal(readName(message, 36), null, 'forward');
  t.equal(readName(message, 38), null, 'into the header');
  t.equal(readName(message, message.length), null, 'behind the end');
  t.equal(readName(Buffer.concat([message, Buffer.from('0361', 'hex')]), 40), null, 'cut within a label');
  t.equal(readName(Buffer.concat([message, Buffer.from('0161', 'hex')]), 40), null, 'cut behind a label');
  for (const [length, name] of [
    [63, 'a'.repeat(63)],
    [64, null],
  ] as const)
    t.equal(
      readName(Buffer.concat([message, Buffer.of(length), Buffer.alloc(length, 97), Buffer.of(0)]), 40),
      name,
    );
});

t.test('a record lies wholly inside of its message', async (t) => {
  const record = Buffer.from('0161000001000100000e100004c0000201', 'hex');
  const message = Buffer.concat([Buffer.alloc(12), record]);
  const view = { type: TYPE.a, ttlOffset: 19, dataOffset: 25, end: 29 };
  const end = message.length;
  t.strictSame(readRecord(message, 12), { ...view, ttlOffset: 12 + 3 + 4, dataOffset: 12 + 13, end });
  t.strictSame(readRecord(Buffer.concat([message, Buffer.of(1)]), 12)?.end, end, 'what follows is another’s');
  const compressed = Buffer.concat([Buffer.alloc(12), Buffer.from('c00c', 'hex'), record.subarray(3)]);
  t.strictSame(readRecord(compressed, 12)?.dataOffset, 24);
  const empty = Buffer.concat([Buffer.alloc(12), Buffer.from('0000290000000000000000', 'hex')]);
  t.strictSame(readRecord(empty, 12), { type: TYPE.opt, ttlOffset: 17, dataOffset: 23, end: 23 });
  for (let length = 12; length < end; length++)
    t.equal(readRecord(message.subarray(0, length), 12), null, `cut at ${length}`);
  const owned = (length: number) =>
    readRecord(
      Buffer.concat([Buffer.alloc(12), Buffer.of(length), Buffer.alloc(length, 97), record.subarray(2)]),
      12,
    );
  t.equal(owned(63)?.dataOffset, 12 + 65 + 10);
  t.equal(owned(64), null, 'a label that is too long');
});

t.test('a question is the same whatever the case of its name, and only then', async (t) => {
  const asked = query('wiki.example');
  const end = asked.length;
  t.equal(isSameQuestion(query('WIKI.eXample'), asked, end), true);
  t.equal(isSameQuestion(Buffer.concat([asked, Buffer.alloc(20)]), asked, end), true, 'with what follows');
  t.equal(isSameQuestion(changed(asked, 0, 9, 9), asked, end), true, 'the id is another matter');
  t.equal(isSameQuestion(query('wikj.example'), asked, end), false);
  t.equal(isSameQuestion(asked.subarray(0, -1), asked, end), false, 'cut');
  t.equal(isSameQuestion(changed(asked, 4, 0, 0), asked, end), false, 'without a question');
  t.equal(isSameQuestion(changed(asked, 4, 0, 2), asked, end), false, 'with two');
  t.equal(isSameQuestion(changed(asked, end - 3, 28), asked, end), false, 'of another type');
  t.equal(isSameQuestion(changed(asked, end - 1, 33), asked, end), false, 'of another class');
  const typed = (type: number) => changed(asked, end - 3, type);
  t.equal(isSameQuestion(typed(0x41), typed(0x61), end), false, 'a type has no case');
  for (const [one, other] of ['@`', '[{', '\u00c1\u00e1', '0P'])
    t.equal(
      isSameQuestion(query(`${one}.example`), query(`${other}.example`), query('a.example').length),
      false,
    );
  for (const [one, other] of ['Aa', 'zZ'])
    t.equal(
      isSameQuestion(query(`${one}.example`), query(`${other}.example`), query('a.example').length),
      true,
    );
});
