import { join } from 'node:path';
import t from 'tap';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { LOOPBACK_WEBHOOKS, startWebhookReceiver } from '../support/webhook-receiver.ts';

t.test(
  'an event whose webhook was in flight when the server was killed is delivered afterwards, with the same id',
  async (t) => {
    const folder = testFolder(t);
    const receiver = await startWebhookReceiver();
    t.teardown(() => receiver.stop());
    const school = await createSchool(folder, t.teardown.bind(t), LOOPBACK_WEBHOOKS);
    const webhook = await school.request('POST', '/v1/webhooks', {
      url: receiver.url,
      events: ['device.enrolled'],
    });
    receiver.trust(webhook.body.secret);

    receiver.hold(true);
    const { deviceId } = await school.enroll(join(folder, 'agent'));
    await until(() => receiver.arrivals() > 0, { what: 'the first attempt' });
    await school.kill();
    receiver.hold(false);
    await school.start();

    const event = await receiver.event(
      (one) => one.event === 'device.enrolled',
      'device.enrolled after the restart',
    );
    t.equal(event.device_id, deviceId);
    t.equal(new Set(receiver.received.map((one) => one.id)).size, 1);
    t.equal(receiver.rejected(), 0);
  },
);

t.test('a server restart makes no device offline that is still there', async (t) => {
  const folder = testFolder(t);
  const receiver = await startWebhookReceiver();
  t.teardown(() => receiver.stop());
  const school = await createSchool(folder, t.teardown.bind(t), LOOPBACK_WEBHOOKS);
  const webhook = await school.request('POST', '/v1/webhooks', {
    url: receiver.url,
    events: ['device.*', 'command.*'],
  });
  receiver.trust(webhook.body.secret);
  const stateDir = join(folder, 'agent');
  const { deviceId } = await school.enroll(stateDir);
  school.runAgent(stateDir);
  await receiver.event((event) => event.event === 'device.online', 'device.online');

  await school.stop();
  await school.start();
  const answer = await school.request(
    'POST',
    `/v1/devices/${deviceId}/command`,
    { type: 'self_test' },
    { prefer: 'wait=30' },
  );
  t.equal(answer.body.status, 'succeeded', JSON.stringify(answer.body));
  await receiver.event((event) => event.event === 'command.succeeded', 'the command’s event');
  t.notOk(receiver.received.some((event) => event.event === 'device.offline'));
  t.equal(receiver.received.filter((event) => event.event === 'device.online').length, 1);
});
