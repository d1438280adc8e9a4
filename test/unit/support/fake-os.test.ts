import t from 'tap';
import { failed } from '../../../agent/ports/outcome.ts';
import { createFakeOs } from '../../support/fake-os.ts';
import { hasFields } from '../../support/has-fields.ts';

t.test('the fake remembers changes in order and holds their state', async (t) => {
  const os = createFakeOs();
  const network = { servers: ['10.0.0.9'], resolvers: [] };
  const message = { organisation: 'Lab', text: null, help: null, until: null, pin: false };
  await os.networkLock.engage(network);
  await os.lockWindow.show(message);
  await os.actions.openUrl.run('https://school.example/');
  await os.actions.restart.run();
  t.strictSame(os.calls, [
    { name: 'engage', input: network },
    { name: 'show', input: message },
    { name: 'openUrl', input: 'https://school.example/' },
    { name: 'restart' },
  ]);
  t.equal(await os.networkLock.state(), 'engaged');
  t.strictSame(os.lockWindow.state(), { state: 'shown', program: 'fake' });
  t.equal(os.lockWindow.message(), message);
  os.setNetworkLock('damaged');
  t.equal(await os.networkLock.state(), 'damaged');
  await os.networkLock.release();
  await os.lockWindow.hide();
  t.equal(await os.networkLock.state(), 'released');
  t.strictSame(os.lockWindow.state(), { state: 'hidden' });
});

t.test('a scripted failure leaves the state as it was', async (t) => {
  const os = createFakeOs({ outcomes: { engage: failed('no firewall'), show: failed('no screen') } });
  hasFields(t, await os.networkLock.engage({ servers: [], resolvers: [] }), {
    done: false,
    detail: 'no firewall',
  });
  t.equal(await os.networkLock.state(), 'released');
  hasFields(
    t,
    await os.lockWindow.show({ organisation: null, text: null, help: null, until: null, pin: false }),
    {
      state: 'unavailable',
      reason: 'no screen',
    },
  );
});

t.test('a fact that the test has not set is an error that names it', async (t) => {
  await t.rejects(createFakeOs().facts.power(), { message: 'fake OS: "power" was asked but not scripted' });
});
