import t from 'tap';
import { lockExceptions } from '../../../../../agent/core/lock/lock-exceptions.ts';

const facts = {
  lockedBy: 'command' as const,
  serverLost: false,
  canOpenHelp: true,
  settings: { lockAllowCrisisHelp: false, lockAllowPortal: false },
  networkResolvers: ['10.0.0.2', '10.0.0.1', '10.0.0.2'],
  gateways: ['10.0.0.1'],
  portalLocation: null,
};

t.test('a commanded lock leaves nothing open, nor asks any resolver, unless the settings say so', (t) => {
  const shut = { resolvers: [], crisisHelp: false, portalAddresses: [] };
  t.same(lockExceptions(facts), shut);
  t.same(lockExceptions({ ...facts, settings: null }), shut, 'settings that are not known yet open nothing');
  t.same(lockExceptions({ ...facts, settings: { ...facts.settings, lockAllowCrisisHelp: true } }), {
    resolvers: ['10.0.0.1', '10.0.0.2'],
    crisisHelp: true,
    portalAddresses: [],
  });
  t.end();
});

t.test('the lock of a lesson alone always leaves crisis help open', (t) => {
  for (const settings of [null, facts.settings, { ...facts.settings, lockAllowCrisisHelp: true }])
    t.equal(lockExceptions({ ...facts, lockedBy: 'lesson', settings }).crisisHelp, true);
  t.end();
});

t.test('where the lock cannot let out the worker alone, look-ups stay shut with the help', (t) => {
  const settings = { lockAllowCrisisHelp: true, lockAllowPortal: false };
  for (const lockedBy of ['command', 'lesson'] as const)
    t.same(lockExceptions({ ...facts, lockedBy, settings, canOpenHelp: false }), {
      resolvers: [],
      crisisHelp: false,
      portalAddresses: [],
    });
  t.end();
});

t.test('a lock whose server is lost lets the worker look for it, and nobody else', (t) => {
  const lost = { ...facts, serverLost: true };
  t.same(lockExceptions(lost), {
    resolvers: ['10.0.0.1', '10.0.0.2'],
    crisisHelp: false,
    portalAddresses: [],
  });
  t.same(lockExceptions({ ...lost, settings: null }).resolvers, ['10.0.0.1', '10.0.0.2']);
  t.same(lockExceptions({ ...lost, canOpenHelp: false }).resolvers, []);
  t.end();
});

t.test('a portal opens the gateway, and where the portal says it is when that is an address', (t) => {
  const settings = { lockAllowCrisisHelp: false, lockAllowPortal: true };
  const open = (portalLocation: string | null) =>
    lockExceptions({ ...facts, settings, portalLocation }).portalAddresses;
  t.same(open(null), ['10.0.0.1']);
  t.same(open('http://192.0.2.4/login'), ['10.0.0.1', '192.0.2.4']);
  t.same(open('http://[2001:db8::4]/login'), ['10.0.0.1', '2001:db8::4']);
  t.end();
});
