import t from 'tap';
import { createCursors, questionOf } from '../../../../../api/http/lists/cursor.ts';

const cursors = createCursors(Buffer.alloc(32, 1));
const question = questionOf(['listDevices', { status: ['online'] }, []]);
const content = { position: { values: ['LIB', null, 3], id: 'dev_1' }, page: 2, question };

t.test('a cursor leads back to where it was made', (t) => {
  t.same(cursors.read(cursors.write(content), question), content);
  t.end();
});

t.test('another question, another server and a changed cursor are refused', (t) => {
  const text = cursors.write(content);
  const other = questionOf(['listDevices', { status: ['offline'] }, []]);
  t.throws(() => cursors.read(text, other), { code: 'invalid_cursor' });
  t.throws(() => createCursors(Buffer.alloc(32, 2)).read(text, question), { code: 'invalid_cursor' });
  for (const bad of ['', '.', 'x.y', text.slice(1), `${text}A`, text.replace('.', '')]) {
    t.throws(() => cursors.read(bad, question), { code: 'invalid_cursor' }, bad);
  }
  t.end();
});
