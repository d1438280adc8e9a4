import { join } from 'node:path';
import t from 'tap';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { LOOPBACK_WEBHOOKS, startWebhookReceiver } from '../support/webhook-receiver.ts';

t.test(
  'enroll, online, lock, kill -9 the agent, offline by webhook, back and still locked, unlock',
  async (t) => {
    const folder = testFolder(t);
    const receiver = await startWebhookReceiver();
    t.teardown(() => receiver.stop());
    const school = await createSchool(folder, t.teardown.bind(t), LOOPBACK_WEBHOOKS);

    const webhook = await school.request('POST', '/v1/webhooks', { url: receiver.url, events: ['device.*'] });
    t.equal(webhook.status, 201, JSON.stringify(webhook.body));
    receiver.trust(webhook.body.secret);

    const stateDir = join(folder, 'agent');
    const { deviceId } = await school.enroll(stateDir);
    const agent = school.runAgent(stateDir);
    const online = await school.device(
      deviceId,
      (device) => device.status === 'online',
      'the device to be online',
    );
    t.equal(online.ou, '/Springfield/High');
    t.equal(online.lock.state, 'unlocked');
    await receiver.event(
      (event) => event.event === 'device.online' && event.device_id === deviceId,
      'device.online',
    );

    const lock = await school.request(
      'POST',
      `/v1/devices/${deviceId}/lock`,
      { message: 'See the office' },
      { prefer: 'wait=10' },
    );
    t.equal(lock.status, 200, JSON.stringify(lock.body));
    t.equal(lock.body.status, 'succeeded', 'confirmed by the agent, not assumed');
    const locked = await school.device(
      deviceId,
      (device) => device.lock.state === 'locked',
      'the lock to be confirmed',
    );
    t.equal(locked.lock.message, 'See the office');
    await receiver.event((event) => event.event === 'device.locked', 'device.locked');

    await agent.end('SIGKILL');
    const offline = await receiver.event((event) => event.event === 'device.offline', 'device.offline');
    t.equal(offline.device_id, deviceId);
    t.equal(offline.data.reason, 'connection_lost');
    t.equal((await school.request('GET', `/v1/devices/${deviceId}`)).body.status, 'offline');

    const seen = receiver.received.length;
    const second = school.runAgent(stateDir);
    await receiver.event(
      (event) => event.event === 'device.online' && receiver.received.indexOf(event) >= seen,
      'device.online after the restart',
    );
    const back = await school.device(
      deviceId,
      (device) => device.status === 'online',
      'the device to be back',
    );
    t.equal(back.lock.state, 'locked', 'the lock outlived the agent');

    const unlock = await school.request(
      'POST',
      `/v1/devices/${deviceId}/command`,
      { type: 'unlock' },
      { prefer: 'wait=10' },
    );
    t.equal(unlock.body.status, 'succeeded', JSON.stringify(unlock.body));
    await receiver.event((event) => event.event === 'device.unlocked', 'device.unlocked');
    t.equal((await school.request('GET', `/v1/devices/${deviceId}`)).body.lock.state, 'unlocked');

    await second.end('SIGTERM');
    const stopped = await receiver.event(
      (event) => event.event === 'device.offline' && event.id !== offline.id,
      'device.offline after a clean stop',
    );
    t.equal(stopped.data.reason, 'stopped');
    t.equal(receiver.rejected(), 0, 'every signature fitted');
  },
);
