import t from 'tap';
import { createLink } from '../../../agent/link/link.ts';
import { createMqttConnector } from '../../../agent/link/mqtt-connector.ts';
import { makePassword } from '../../../agent/link/password.ts';
import { openAgentState } from '../../../agent/state/agent-state.ts';
import { prepareStateFolder } from '../../../agent/state/state-folder.ts';
import type { ActivityRecord } from '../../../contracts/mqtt/messages.ts';
import { systemClock } from '../../../kit/clock.ts';
import { silentLog } from '../../../kit/log.ts';
import { systemRandom } from '../../../kit/random.ts';
import { plainHeartbeat } from '../../../server/simulated-laptop/messages.ts';
import { testFolder } from '../../support/test-folder.ts';
import { createTestGateway } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';

const record = (number: number, url: string | null = null): ActivityRecord => ({
  id: `record---${number}`,
  at: systemClock.now() - 3_600_000 + number,
  kind: 'request',
  user: null,
  domain: 'search.example',
  url,
  action: 'allow',
});

t.test('after a time off-line a search about self-harm is seen with the first message', async (t) => {
  // A server that takes nothing looks at the first message alone: the second would come after minutes.
  const school = await createTestGateway(t, { reserve: { isReached: () => true } });
  const device = await school.device();
  const state = await openAgentState({
    folder: await prepareStateFolder(testFolder(t)),
    clock: systemClock,
    log: silentLog,
    enrollment: 'the school',
  });
  t.teardown(() => state.close());
  state.outbox.addActivity(Array.from({ length: 1_200 }, (_, number) => record(number)));
  state.outbox.addActivity([record(1_200, 'http://search.example/?q=how+to+kill+myself')]);
  const link = createLink({
    deviceId: device.id,
    urls: [school.url],
    connector: createMqttConnector({
      certificateAuthority: '',
      lookup: () => undefined,
      // The wait for an acknowledgement outlives the test by twenty seconds.
      clock: { ...systemClock, setTimeout: (work, ms) => systemClock.setTimeout(work, ms).unref() },
    }),
    outbox: state.outbox,
    clock: systemClock,
    random: { ...systemRandom, fraction: () => 0 },
    log: silentLog,
    nextEpoch: state.nextEpoch,
    password: (epoch) =>
      makePassword({ deviceId: device.id, epoch, now: systemClock.now() }, device.key, systemRandom),
    receive: () => Promise.resolve(),
    heartbeat: () => plainHeartbeat(systemClock.now()),
    heartbeatSeconds: () => 30,
    onChange: () => undefined,
  });
  await link.start();
  t.teardown(() => link.stop());
  const alert = await until(() => school.events.find(({ type }) => type === 'alert.created'), {
    what: 'the alert',
  });
  t.match(JSON.stringify(alert.data), /"type":"self_harm_search"/);
  t.equal(state.outbox.size().rows, 1_201, 'it waits for room with all others');
});
