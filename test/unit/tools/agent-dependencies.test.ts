import t from 'tap';
import { packagesOf } from '../../../tools/agent-dependencies.ts';

t.test('each package of a bundle is named once, however deep it lies', (t) => {
  const inputs = [
    'agent/main.ts',
    'node_modules/ws/index.js',
    'node_modules/ws/lib/sender.js',
    'node_modules/@scope/a/index.js',
    'node_modules/mqtt/node_modules/readable-stream/index.js',
  ];
  t.same(packagesOf(inputs), ['@scope/a', 'readable-stream', 'ws']);
  t.end();
});
