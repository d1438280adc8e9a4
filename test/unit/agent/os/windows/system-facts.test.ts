import t from 'tap';
import { createSystemFacts } from '../../../../../agent/os/windows/system-facts.ts';
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

t.test('a computer is known by its MachineGuid and the serial number of its firmware', async (t) => {
  const answers = {
    'reg.exe': fixture('windows/machineguid.txt'),
    '…Win32_BIOS': fixture('windows/hardware.json'),
  };
  t.strictSame(await facts(answers).hardware(), {
    machineId: '5e8f0a3c-91b7-4d62-8f0e-2b7c6a1d4e90',
    serial: 'PF2XKQ7R',
    model: '20T1S0HX00',
    manufacturer: 'LENOVO',
    hostname: 'lap-0042',
    platform: 'windows',
    osVersion: 'Microsoft Windows 11 Education 10.0.26100',
  });
});

t.test('the battery is charging when its driver says so, and several count by their capacity', async (t) => {
  const power = async (name: string) =>
    facts({ '…Win32_Battery': fixture(`windows/power-${name}.json`) }).power();
  t.strictSame(await power('mains'), { batteryPercent: 71, charging: true });
  t.strictSame(await power('two'), { batteryPercent: 33, charging: false });
  t.strictSame(await power('one-object'), { batteryPercent: 100, charging: false });
  t.strictSame(await power('none'), { batteryPercent: null, charging: null });
});

t.test(
  'the user is the one at the console in every language, not a remote or disconnected one',
  async (t) => {
    const session = async (user: string, name: Answer) =>
      facts({ 'query.exe': name, '…Win32_ComputerSystem': fixture(`windows/${user}.txt`) }).session();
    t.strictSame(await session('username', fixture('windows/query-user.txt')), {
      user: 'SCHOOL\\anna',
      sessionId: '1',
    });
    t.strictSame(await session('username-none', fixture('windows/query-user-de.txt')), {
      user: 'anna lena',
      sessionId: '1',
    });
    t.strictSame(await session('username', MISSING), { user: 'SCHOOL\\anna', sessionId: null });
    t.strictSame(await session('username-none', { code: 1, stderr: 'No User exists for *' }), {
      user: null,
      sessionId: null,
    });
  },
);

t.test('the network has gateways by preference, without those of a VPN, and Wi-Fi', async (t) => {
  const network = await facts({
    '…Get-NetRoute': fixture('windows/network.json'),
    netsh: fixture('windows/netsh.txt'),
  }).network();
  t.strictSame(network.defaultGateways, [
    { address: '10.20.1.1', interface: 'Wi-Fi', mac: 'b4:fb:e4:01:87:3f' },
    { address: '192.168.50.1', interface: 'Ethernet', mac: null },
    { address: 'fe80::b6fb:e4ff:fe01:873f', interface: 'Wi-Fi', mac: 'b4:fb:e4:01:87:3f' },
  ]);
  t.strictSame(network.wifi, { ssid: 'School: 5 GHz', bssid: '7c:8b:ca:11:22:33' });
});

t.test('Wi-Fi is read in every language, and unknown where Windows refuses to tell', async (t) => {
  const wifi = async (name: string) =>
    (await facts({ '…Get-NetRoute': '', netsh: fixture(`windows/netsh${name}.txt`) }).network()).wifi;
  t.strictSame(await wifi('-de'), { ssid: 'Schule', bssid: '7c:8b:ca:11:22:33' });
  t.equal(await wifi('-denied'), null);
  t.equal(await wifi('-no-service'), null);
});

t.test('nonsense and missing programs become unknown, never an error or a false number', async (t) => {
  for (const answer of [...NONSENSE.flatMap((stdout) => [{ stdout }, { stdout, code: 1 }]), { code: 127 }]) {
    const broken = createSystemFacts({ run: alwaysRunner(answer), host: recordedHost });
    hasFields(t, await broken.hardware(), { machineId: null, serial: null, model: null, osVersion: null });
    t.strictSame(await broken.session(), { user: null, sessionId: null });
    const network = await broken.network();
    hasFields(t, network, { defaultGateways: [], wifi: null });
    assertPlain([network, await broken.power()]);
  }
});
