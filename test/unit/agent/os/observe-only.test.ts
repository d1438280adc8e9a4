import t from 'tap';
import { observeOnly } from '../../../../agent/os/observe-only.ts';
import { type Log, silentLog } from '../../../../kit/log.ts';
import { createFakeOs } from '../../../support/fake-os.ts';
import { hasFields } from '../../../support/has-fields.ts';

const MESSAGE = { organisation: 'Lab', text: null, help: null, until: null, pin: false };

t.test(
  'an observing agent changes nothing, says what it would have done, and tells true facts',
  async (t) => {
    const said: unknown[] = [];
    const log: Log = { ...silentLog, info: ({ what }) => void said.push(what) };
    const real = createFakeOs({ power: { batteryPercent: 40, charging: false } });
    const os = observeOnly(real, log);
    const outcomes = [
      await os.networkLock.engage({ servers: ['10.0.0.9'], resolvers: [] }),
      await os.networkLock.release(),
      await os.sessionLock.lock(),
      await os.sessionLock.unlock(),
      await os.actions.restart.run(),
      await os.actions.shutdown.run(),
      await os.actions.signOut.run(),
      await os.actions.showMessage.run('x'),
      await os.actions.openUrl.run('https://school.example/'),
    ];
    for (const outcome of outcomes)
      hasFields(t, outcome, { done: false, observed: true, detail: /^watching only; would / });
    t.equal(said.length, outcomes.length);
    t.strictSame(real.calls, []);
    t.strictSame(await os.facts.power(), { batteryPercent: 40, charging: false });
    t.equal(await os.networkLock.state(), 'released');
  },
);

t.test('the window stays hidden, and is told of once a lock', async (t) => {
  let said = 0;
  const real = createFakeOs();
  const os = observeOnly(real, { ...silentLog, info: () => void said++ });
  t.strictSame(await os.lockWindow.show(MESSAGE), { state: 'hidden' });
  await os.lockWindow.show(MESSAGE);
  t.equal(said, 1);
  await os.lockWindow.hide();
  await os.lockWindow.show(MESSAGE);
  t.equal(said, 2);
  t.equal(os.lockWindow.message(), null);
  t.strictSame(real.calls, []);
});

t.test('what the platform cannot do stays unsupported', (t) => {
  const os = observeOnly(createFakeOs({ unsupported: ['openUrl'] }), silentLog);
  t.equal(os.actions.openUrl.supported, false);
  t.equal(os.actions.restart.supported, true);
  t.end();
});
