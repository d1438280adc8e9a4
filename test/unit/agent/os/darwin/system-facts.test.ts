import t from 'tap';
import { createSystemFacts } from '../../../../../agent/os/darwin/system-facts.ts';
import type { SystemFacts } from '../../../../../agent/ports/system-facts.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import {
  type Answer,
  alwaysRunner,
  assertPlain,
  fixture,
  MISSING,
  NONSENSE,
  recordedHost,
  recordedRunner,
} from '../recorded.ts';

function facts(answers: Readonly<Record<string, Answer>>): SystemFacts {
  return createSystemFacts({ run: recordedRunner(answers), host: recordedHost });
}

const NETWORK: Readonly<Record<string, Answer>> = {
  'route -n get default': fixture('darwin/route.txt'),
  'route -n get -inet6': fixture('darwin/route-inet6.txt'),
  arp: fixture('darwin/arp.txt'),
  ndp: fixture('darwin/ndp.txt'),
  'networksetup -listallhardwareports': fixture('darwin/hardwareports.txt'),
  'ipconfig getsummary en0': fixture('darwin/getsummary.txt'),
};

t.test('a Mac is known by its platform UUID and serial number', async (t) => {
  t.strictSame(
    await facts({ ioreg: fixture('darwin/ioreg.txt'), sw_vers: fixture('darwin/sw_vers.txt') }).hardware(),
    {
      machineId: '3c0e5b1a-77d2-5e0b-9f4a-6b0a2c1d8e9f',
      serial: 'FVFG1234Q6L5',
      model: 'MacBookAir10,1',
      manufacturer: 'Apple Inc.',
      hostname: 'lap-0042',
      platform: 'macos',
      osVersion: 'macOS 15.6.1',
    },
  );
});

t.test('the battery fills, drains, is held or full as pmset says', async (t) => {
  const power = async (name: string) => facts({ pmset: fixture(`darwin/pmset-${name}.txt`) }).power();
  t.strictSame(await power('discharging'), { batteryPercent: 85, charging: false });
  t.strictSame(await power('charging'), { batteryPercent: 42, charging: true });
  t.strictSame(await power('held'), { batteryPercent: 80, charging: false });
  t.strictSame(await power('charged'), { batteryPercent: 100, charging: false });
  t.strictSame(await power('desktop'), { batteryPercent: null, charging: null });
});

t.test('the user is the owner of the console, and nobody when the system owns it', async (t) => {
  t.strictSame(await facts({ stat: fixture('darwin/console.txt') }).session(), {
    user: 'anna',
    sessionId: '501',
  });
  t.strictSame(await facts({ stat: fixture('darwin/console-nobody.txt') }).session(), {
    user: null,
    sessionId: null,
  });
});

t.test('the network has both gateways with full hardware addresses, and Wi-Fi', async (t) => {
  const network = await facts(NETWORK).network();
  t.strictSame(network.defaultGateways, [
    { address: '10.20.1.1', interface: 'en0', mac: 'b4:fb:e4:01:87:3f' },
    { address: 'fe80::b6fb:e4ff:fe01:873f', interface: 'en0', mac: 'b4:fb:e4:01:87:3f' },
  ]);
  t.strictSame(network.wifi, { ssid: 'School : 5 GHz', bssid: '7c:8b:ca:11:22:33' });
});

t.test("a VPN's link is no gateway, a gateway that does not answer has no hardware address", async (t) => {
  const vpn = await facts({
    ...NETWORK,
    'route -n get default': fixture('darwin/route-vpn.txt'),
    'route -n get -inet6': { code: 1 },
  }).network();
  t.strictSame(vpn.defaultGateways, []);
  const silent = await facts({ ...NETWORK, arp: fixture('darwin/arp-incomplete.txt') }).network();
  t.equal(silent.defaultGateways[0]?.mac, null);
});

t.test('a hidden Wi-Fi name is unknown, not the word for it; older systems tell it elsewhere', async (t) => {
  const redacted = { ...NETWORK, 'ipconfig getsummary en0': fixture('darwin/getsummary-redacted.txt') };
  const hidden = await facts({
    ...redacted,
    'networksetup -getairportnetwork': fixture('darwin/airportnetwork-none.txt'),
  }).network();
  t.strictSame(hidden.wifi, { ssid: null, bssid: null });
  const old = await facts({
    ...redacted,
    'networksetup -getairportnetwork': fixture('darwin/airportnetwork.txt'),
  }).network();
  t.strictSame(old.wifi, { ssid: 'School : 5 GHz', bssid: null });
  const off = {
    ...NETWORK,
    'ipconfig getsummary en0': fixture('darwin/getsummary-off.txt'),
    'networksetup -getairportnetwork': fixture('darwin/airportnetwork-none.txt'),
  };
  t.equal((await facts(off).network()).wifi, null);
});

t.test('nonsense and missing programs become unknown, never an error or a false number', async (t) => {
  for (const answer of [
    ...NONSENSE.flatMap((stdout) => [{ stdout }, { stdout, code: 1 }]),
    { code: 127, stderr: String(MISSING) },
  ]) {
    const broken = createSystemFacts({ run: alwaysRunner(answer), host: recordedHost });
    hasFields(t, await broken.hardware(), { machineId: null, serial: null, model: null, osVersion: null });
    t.strictSame(await broken.session(), { user: null, sessionId: null });
    const network = await broken.network();
    hasFields(t, network, { defaultGateways: [], wifi: null });
    assertPlain([network, await broken.power()]);
  }
});
