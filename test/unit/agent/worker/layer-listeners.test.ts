import { createServer } from 'node:net';
import t from 'tap';
import { createListeners } from '../../../../agent/filter/connections/listeners.ts';
import { createLayerListeners, type Layer } from '../../../../agent/worker/layer-listeners.ts';
import { silentLog } from '../../../../kit/log.ts';

/** A part that listens on a port, or fails with what `failure` says. */
function part(port: number, failure: () => Error | null): Layer['part'] & { readonly isUp: () => boolean } {
  let isUp = false;
  return {
    isUp: () => isUp,
    async start() {
      const error = failure();
      if (error !== null) throw error;
      isUp = true;
    },
    async stop() {
      isUp = false;
    },
    ports: () => (isUp ? [{ port }] : []),
  };
}

t.test('a layer that finds no port leaves the others running, and is tried again', async (t) => {
  let failure: Error | null = new Error('bind EADDRINUSE 127.0.0.1:53');
  const [dns, proxy] = [part(53, () => failure), part(8_124, () => null)];
  const layers = createLayerListeners(
    [
      { layer: 'dns', wanted: 53, part: dns },
      { layer: 'proxy', wanted: 8_123, part: proxy },
    ],
    silentLog,
  );
  await layers.start();
  t.same(layers.report(), [
    { layer: 'dns', wanted: 53, port: null, error: 'bind EADDRINUSE 127.0.0.1:53' },
    { layer: 'proxy', wanted: 8_123, port: 8_124, error: null },
  ]);
  t.same(
    layers.ports(),
    { dns: 53, proxy: 8_124, relay: null },
    'what does not listen is named where it should',
  );
  failure = null;
  await layers.start();
  t.same(layers.report()[0], { layer: 'dns', wanted: 53, port: 53, error: null });
  await layers.stop();
  t.same([dns.isUp(), proxy.isUp()], [false, false]);
});

t.test('a listener whose port is held takes the next, at both addresses', async (t) => {
  const holder = createServer();
  const held = await new Promise<number>((resolve) => {
    holder.listen(0, '127.0.0.1', () => {
      const address = holder.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  t.teardown(() => void holder.close());
  const listeners = createListeners({ make: () => createServer(), listen: { port: held }, log: silentLog });
  t.teardown(listeners.stop);
  await listeners.start();
  const ports = listeners.ports();
  t.equal(new Set(ports.map(({ port }) => port)).size, 1, 'one port for all');
  t.not(ports[0]?.port, held);
  t.ok((ports[0]?.port ?? 0) > 0);
});
