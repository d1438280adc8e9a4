// In a process of its own: it counts the warnings of the process.
import { Agent, request as openRequest } from 'node:http';
import t from 'tap';
import { bodyOf, createStand, startProxy } from './stand-servers.ts';

t.test('thirty requests over one kept connection leave nothing behind on it', async (t) => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', onWarning);
  const stand = createStand(t.teardown.bind(t));
  await stand.site('wiki.example', '93.184.216.10', (_request, response) => void response.end('page'));
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => {
    agent.destroy();
    process.off('warning', onWarning);
  });
  for (let n = 0; n < 30; n++) {
    const body = await new Promise<string>((resolve, reject) => {
      const sent = openRequest({ host: '127.0.0.1', port, path: 'http://wiki.example/', agent }, (answer) => {
        bodyOf(answer).then(resolve, reject);
      });
      sent.on('error', reject);
      sent.end();
    });
    t.equal(body, 'page');
  }
  t.same(warnings, [], 'Node warns of more than ten listeners');
});
