import t from 'tap';
import type { AgentSide } from '../../../../agent/worker/wire.ts';
import { createWorker } from '../../../../agent/worker/worker.ts';
import type { FilterParts } from '../../../../agent/worker/worker-parts.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { filterState } from '../../../support/filter-state.ts';

t.test('a filter that is being started while the worker stops is stopped too', async (t) => {
  const done: string[] = [];
  let loaded: () => void = () => undefined;
  const loading = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  const parts = {
    apply: async () => ({ bundle: null, indexFile: null }),
    start: async () => void done.push('started'),
    stop: async () => void done.push('stopped'),
  } as unknown as FilterParts;
  const worker = createWorker({
    agent: {} as AgentSide,
    settings: () => ({
      link: {
        deviceId: 'dev_x',
        serverUrl: 'https://school.example',
        mqttUrls: [],
        certificateAuthority: '',
        lookUps: {},
        heartbeatSeconds: 30,
      },
      filter: { ports: { dns: 0, proxy: 0, relay: null }, sockets: [], lockPageUrl: null },
    }),
    platform: 'linux',
    clock: createFakeClock(),
    random: systemRandom,
    log: silentLog,
    loadParts: async () => {
      await loading;
      return () => parts;
    },
    loadLink: () => Promise.reject(new Error('not asked for')),
  });
  await worker.start();
  const configuring = worker.configure(filterState(), null);
  await new Promise((resolve) => setImmediate(resolve));
  const stopping = worker.stop();
  loaded();
  await Promise.all([configuring, stopping]);
  t.same(done, ['started', 'stopped']);
});
