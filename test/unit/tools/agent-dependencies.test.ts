import t from 'tap';
import { packageFoldersOf } from '../../../tools/agent-dependencies.ts';

t.test('the folder of each package of a bundle is named once, however deep it lies', (t) => {
  const inputs = [
    'agent/main.ts',
    'node_modules/ws/index.js',
    'node_modules/ws/lib/sender.js',
    'node_modules/@scope/a/index.js',
    'node_modules/mqtt/node_modules/readable-stream/index.js',
  ];
  t.same(packageFoldersOf(inputs), [
    'node_modules/@scope/a',
    'node_modules/mqtt/node_modules/readable-stream',
    'node_modules/ws',
  ]);
  t.end();
});
