import { join } from 'node:path';
import t from 'tap';
import { repeats } from '../support/repeats.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { LOOPBACK_WEBHOOKS, startWebhookReceiver } from '../support/webhook-receiver.ts';

/** Even: the last of them is an unlock. */
const KILLS = repeats({ quick: 4, full: 10 });
const LATEST_KILL_MS = 27;

t.test('a lock that was committed before the server was killed reaches the device afterwards', async (t) => {
  const folder = testFolder(t);
  const school = await createSchool(folder, t.teardown.bind(t));
  const stateDir = join(folder, 'agent');
  const { deviceId } = await school.enroll(stateDir);

  const lock = await school.request('POST', `/v1/devices/${deviceId}/lock`);
  t.equal(lock.status, 202);
  t.equal(lock.body.status, 'queued');
  await school.kill();
  await school.start();
  school.runAgent(stateDir);

  await school.device(deviceId, (device) => device.lock.state === 'locked', 'the lock to arrive');
  const command = await school.request('GET', `/v1/commands/${lock.body.id}`);
  t.equal(command.body.status, 'succeeded');
});

t.test(`locks and unlocks around ${KILLS} kills at odd moments all come to an end, none twice`, async (t) => {
  const folder = testFolder(t);
  const receiver = await startWebhookReceiver();
  t.teardown(() => receiver.stop());
  const school = await createSchool(folder, t.teardown.bind(t), LOOPBACK_WEBHOOKS);
  const webhook = await school.request('POST', '/v1/webhooks', { url: receiver.url, events: ['command.*'] });
  receiver.trust(webhook.body.secret);
  const stateDir = join(folder, 'agent');
  const { deviceId } = await school.enroll(stateDir);
  school.runAgent(stateDir);
  await school.device(deviceId, (device) => device.status === 'online', 'the device to be online');

  const accepted: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    const type = round % 2 === 0 ? 'lock' : 'unlock';
    const answer = await school.request('POST', `/v1/devices/${deviceId}/command`, { type });
    t.equal(answer.status, 202, JSON.stringify(answer.body));
    accepted.push(answer.body.id);
    // Anywhere from before the delivery to after the confirmation.
    await new Promise((resolve) => setTimeout(resolve, (round * LATEST_KILL_MS) / (KILLS - 1)));
    await school.kill();
    await school.start();
  }
  const ends = new Set(['succeeded', 'superseded']);
  for (const id of accepted) {
    await until(async () => ends.has((await school.request('GET', `/v1/commands/${id}`)).body.status), {
      what: `command ${id} to come to an end`,
      timeoutMs: 60_000,
      intervalMs: 50,
    });
  }
  const end = await school.request('GET', `/v1/devices/${deviceId}`);
  t.equal(end.body.lock.state, 'unlocked', 'the last word counts');

  for (const id of accepted) {
    await receiver.event((event) => (event.data.command as { id: string }).id === id, `the webhook of ${id}`);
  }
  const once = new Map(
    receiver.received.map((event) => [event.id, (event.data.command as { id: string }).id]),
  );
  t.equal(once.size, accepted.length, 'one event a command, after deduplication by id');
  const sequences = [...new Set(receiver.received.map((event) => event.sequence))];
  t.equal(sequences.length, accepted.length, 'each with a sequence number of its own');
});
