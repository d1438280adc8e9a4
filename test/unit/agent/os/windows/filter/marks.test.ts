import t from 'tap';
import {
  MARKS_KEY,
  markOf,
  puttingBack,
  settingValues,
} from '../../../../../../agent/os/windows/filter/marks.ts';

const KEY = 'SOFTWARE\\Policies\\X\\Y';
const NOTHING_KNOWN = { values: [], missingKeys: [], marks: [] };

function markNamed(name: string, data: unknown) {
  return markOf({ name, kind: 'String', data: typeof data === 'string' ? data : JSON.stringify(data) });
}

t.test('a mark says what was there, whatever it was', (t) => {
  const values = [
    { kind: 'DWord', data: 4_294_967_295 },
    { kind: 'QWord', data: '18446744073709551615' },
    { kind: 'String', data: '' },
    { kind: 'ExpandString', data: '%windir%' },
    { kind: 'MultiString', data: ['a', 'b'] },
    { kind: 'Binary', data: '00ff' },
    { kind: 'None', data: '' },
  ] as const;
  for (const value of values) {
    const before = { ...value, data: typeof value.data === 'object' ? [...value.data] : value.data };
    const held = { key: KEY, name: 'v', ...before };
    const [mark] = settingValues([{ key: KEY, name: 'v', kind: 'DWord', data: 1 }], {
      ...NOTHING_KNOWN,
      values: [held],
    });
    const found = mark !== undefined && 'set' in mark ? mark.data : null;
    t.same(markNamed(`${KEY}|v`, found), {
      id: `${KEY}|v`,
      place: { key: KEY, name: 'v' },
      before,
      made: [],
    });
  }
  t.end();
});

t.test('the name of a value may hold what parts it from its key', (t) => {
  t.same(markNamed('A|B|c', { kind: null, data: null, made: [] }).place, { key: 'A|B', name: 'c' });
  t.end();
});

t.test('of a damaged mark our value and the mark go, and nothing else', (t) => {
  const damaged = [
    '',
    '{',
    'null',
    '[]',
    '{"kind":"DWord","data":"x","made":[]}',
    '{"kind":"DWord","data":-1,"made":[]}',
    '{"kind":"Link","data":"x","made":[]}',
    '{"kind":"Binary","data":"0","made":[]}',
    '{"kind":null,"data":null}',
  ];
  for (const data of damaged)
    t.same(puttingBack([markNamed(`${KEY}|v`, data)]), [
      { remove: KEY, name: 'v' },
      { remove: MARKS_KEY, name: `${KEY}|v` },
      { prune: MARKS_KEY },
      { prune: 'SOFTWARE\\Schoolgate' },
    ]);
  t.end();
});

t.test('of a mark that names no place only the mark goes', (t) => {
  for (const id of ['v', '|v', `${'k'.repeat(513)}|v`])
    t.same(puttingBack([markNamed(id, { kind: 'DWord', data: 1, made: [] })]).slice(0, -2), [
      { remove: MARKS_KEY, name: id },
    ]);
  t.end();
});

t.test(
  'keys that were made go after the values, the innermost first, and no key that is not the value’s own',
  (t) => {
    const made = ['SOFTWARE\\Policies\\X', KEY, 'SYSTEM'];
    const marks = ['a', 'b'].map((name) => markNamed(`${KEY}|${name}`, { kind: null, data: null, made }));
    t.same(puttingBack(marks).slice(0, 4), [
      { remove: KEY, name: 'a' },
      { remove: KEY, name: 'b' },
      { prune: KEY },
      { prune: 'SOFTWARE\\Policies\\X' },
    ]);
    t.end();
  },
);

t.test('a key that was made for one value is remembered for the next one too', (t) => {
  const marks = [markNamed(`${KEY}|a`, { kind: null, data: null, made: [KEY] })];
  const [mark] = settingValues([{ key: KEY, name: 'b', kind: 'DWord', data: 1 }], {
    ...NOTHING_KNOWN,
    marks,
  });
  t.same(mark !== undefined && 'set' in mark ? JSON.parse(String(mark.data)).made : null, [KEY]);
  t.end();
});

t.test('what is too long for a mark does not keep its value from being set', (t) => {
  const held = { key: KEY, name: 'v', kind: 'String', data: '"'.repeat(65_535) } as const;
  const changes = settingValues([{ key: KEY, name: 'v', kind: 'DWord', data: 1 }], {
    ...NOTHING_KNOWN,
    values: [held],
  });
  t.same(changes, [
    { set: MARKS_KEY, name: `${KEY}|v`, kind: 'String', data: '{"kind":null,"data":null,"made":[]}' },
    { set: KEY, name: 'v', kind: 'DWord', data: 1 },
  ]);
  t.end();
});
