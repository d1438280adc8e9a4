import t from 'tap';
import { checkBodyEncoding, isWholeUnicode, readUtf8 } from '../../../../api/http/body-text.ts';

t.test('a body is taken uncompressed', async (t) => {
  for (const coding of [undefined, '', ' ', 'identity', ' Identity '])
    t.doesNotThrow(() => checkBodyEncoding({ 'content-encoding': coding }), String(coding));
  for (const coding of ['gzip', 'br', 'identity, gzip'])
    t.throws(() => checkBodyEncoding({ 'content-encoding': coding }), {
      code: 'unsupported_media_type',
      detail: /uncompressed/,
    });
});

t.test('a body is taken in UTF-8 alone', async (t) => {
  for (const type of [
    undefined,
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF8',
    'application/json; CharSet = "utf-8"; x=1',
    'application/json; x=charset',
  ])
    t.doesNotThrow(() => checkBodyEncoding({ 'content-type': type }), String(type));
  for (const type of [
    'application/json; charset=latin1',
    'application/json;charset=latin1',
    'application/json; charset = latin1',
    'application/json; charset="utf-16"',
    'application/json; x=1; charset=utf-8x',
    'application/json; charset=xutf-8',
    'application/json; charset=',
  ])
    t.throws(() => checkBodyEncoding({ 'content-type': type }), {
      code: 'unsupported_media_type',
      detail: /UTF-8/,
    });
});

t.test('bytes are read as they were sent, or not at all', async (t) => {
  t.equal(readUtf8(Buffer.from('Zoë ✓')), 'Zoë ✓');
  t.equal(readUtf8(Buffer.from('\ufeff{}')), '{}', 'a byte order mark is no part of the text');
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80]])
    t.throws(() => readUtf8(Uint8Array.from(bytes)), {
      code: 'invalid_json',
      detail: 'The body is not UTF-8.',
    });
});

t.test('an escaped half of a pair is no character, wherever it stands', async (t) => {
  const isWhole = (text: string) => isWholeUnicode(JSON.parse(text), text);
  for (const text of [
    '"\\ud83d\\ude00"',
    '{"\\uD83D\\uDE00": ["a", 1, null, true, {"b": "\\ud83d\\ude00"}]}',
    '"\\u0041"',
    '"\\\\ud800"',
    'null',
    '7',
    '[]',
  ])
    t.equal(isWhole(text), true, text);
  for (const text of [
    '"\\ud83d"',
    '"\\uDE00"',
    '"a\\udbffb"',
    '["\\ud800"]',
    '["a", ["b", "\\udfff"]]',
    '{"a": "\\ud800"}',
    '{"a": "b", "c": "\\ud800"}',
    '{"a": "\\ud800", "c": "b"}',
    '{"\\ud800": "a"}',
    '{"a": {"b": ["c", {"d": "\\ude00\\ud83d"}]}}',
    '{"\\ud83d\\ude00": "\\ud83d"}',
  ])
    t.equal(isWhole(text), false, text);
});
