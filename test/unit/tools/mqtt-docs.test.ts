import t from 'tap';
import { betweenMarkers, topicTable } from '../../../tools/mqtt-docs.ts';

const BEGIN = '<!-- topics: begin -->';
const END = '<!-- topics: end -->';

t.test('each topic is a row, in the order of the source', async (t) => {
  const table = topicTable({
    status: { direction: 'up', qos: 1, retain: true, maxBytes: 512, about: 'here | gone' },
    target: { direction: 'down', qos: 0, retain: false, maxBytes: 262_144, about: 'wanted' },
  });
  t.same(table.split('\n').slice(2), [
    '| `status` | device → server | 1 | yes | 512 bytes | here \\| gone |',
    '| `target` | server → device | 0 | no | 262,144 bytes | wanted |',
  ]);
});

t.test('only what stands between the markers changes, and a second time nothing', async (t) => {
  const page = `# Title\n${BEGIN}\nold\n${END}\nthe rest\n`;
  const written = betweenMarkers(page, 'new');
  t.equal(written, `# Title\n${BEGIN}\nnew\n${END}\nthe rest\n`);
  t.equal(betweenMarkers(written, 'new'), written);
});

t.test('a page without its markers is an error, not a lost table', async (t) => {
  for (const page of ['', BEGIN, END, `${END}\n${BEGIN}`, `${BEGIN}${END}${END}`, `${BEGIN}${BEGIN}${END}`])
    t.throws(() => betweenMarkers(page, 'new'), /needs one line/, page);
});
