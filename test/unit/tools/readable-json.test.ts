import t from 'tap';
import { readableJson } from '../../../tools/readable-json.ts';

t.test('what holds no other list or object is on one line, the rest is indented', (t) => {
  t.equal(
    readableJson({ a: { $ref: '#/b' }, list: [1, 'two', null], deep: [{ b: [] }], empty: {} }),
    `{
  "a": { "$ref": "#/b" },
  "list": [1, "two", null],
  "deep": [
    {
      "b": []
    }
  ],
  "empty": {}
}
`,
  );
  t.end();
});

t.test('a line has at most 120 characters, as long as it can be parted', (t) => {
  const fits = { a: 'x'.repeat(106) };
  const tooLong = { a: 'x'.repeat(107) };
  for (const value of [[fits, 1], [tooLong, 1], { fits: [fits] }]) {
    const text = readableJson(value);
    t.same(JSON.parse(text), value);
    for (const line of text.split('\n')) t.ok(line.length <= 120, line);
  }
  t.match(readableJson([fits, 1]), /^ {2}\{ "a"/m);
  t.match(readableJson([tooLong, 1]), /^ {2}\{$/m);
  t.end();
});
