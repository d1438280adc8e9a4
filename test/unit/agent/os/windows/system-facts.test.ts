import t from 'tap';
import { createSystemFacts } from '../../../../../agent/os/windows/system-facts.ts';
import { ANNA, createFakeWindows, LOOPBACK } from '../../../../support/fake-windows.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { assertPlain, recordedHost } from '../recorded.ts';

const VERSION = 'SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion';
/** SMBIOS 3: one "System Information", and the end. */
const SMBIOS = Buffer.from(
  `\u0001\u0008\0\0\u0001\u0002\0\u0003LENOVO\x0020T1S0HX00\0PF2XKQ7R\0\0\u007f\u0004\0\0\0\0`,
  'latin1',
).toString('hex');

function setUp() {
  const windows = createFakeWindows();
  return { windows, facts: createSystemFacts({ windows: windows.host, host: recordedHost }) };
}

t.test('a computer is known by its MachineGuid and the serial number of its firmware', async (t) => {
  const { windows, facts } = setUp();
  const text = (set: string, name: string, data: string): void =>
    windows.registry.change({ set, name, kind: 'String', data });
  text('SOFTWARE\\Microsoft\\Cryptography', 'MachineGuid', '5E8F0A3C-91b7-4d62-8f0e-2b7c6a1d4e90');
  text(VERSION, 'ProductName', 'Windows 10 Education');
  text(VERSION, 'CurrentBuildNumber', '26100');
  windows.facts.smbios = SMBIOS;
  t.strictSame(await facts.hardware(), {
    machineId: '5e8f0a3c-91b7-4d62-8f0e-2b7c6a1d4e90',
    serial: 'PF2XKQ7R',
    model: '20T1S0HX00',
    manufacturer: 'LENOVO',
    hostname: 'lap-0042',
    platform: 'windows',
    osVersion: 'Microsoft Windows 11 Education 10.0.26100',
  });
  text(VERSION, 'CurrentBuildNumber', '19045');
  t.equal((await facts.hardware()).osVersion, 'Microsoft Windows 10 Education 10.0.19045');
});

t.test('the user is known by the sign-in name of the account, else as Windows names it', async (t) => {
  const { windows, facts } = setUp();
  t.strictSame(await facts.session(), { user: 'SCHOOL\\anna', sessionId: '1' });
  windows.facts.session = { ...ANNA, domain: 'AzureAD', upn: 'anna@school.example' };
  t.strictSame(await facts.session(), { user: 'anna@school.example', sessionId: '1' });
  windows.facts.session = null;
  t.strictSame(await facts.session(), { user: null, sessionId: null });
});

t.test('the network has gateways by preference, without those of a VPN, and Wi-Fi', async (t) => {
  const { windows, facts } = setUp();
  const wired = { ...LOOPBACK, name: 'Ethernet', type: 6, metric: 25 };
  const gateway = (address: string, mac: string | null) => ({ address, mac });
  windows.facts.network = {
    interfaces: [
      LOOPBACK,
      { ...wired, gateways: [gateway('192.168.50.1', null)] },
      {
        ...wired,
        name: 'Wi-Fi',
        metric: 20,
        gateways: [
          gateway('10.20.1.1', 'b4:fb:e4:01:87:3f'),
          gateway('fe80::b6fb:e4ff:fe01:873f%7', 'b4:fb:e4:01:87:3f'),
        ],
      },
      { ...wired, name: 'School VPN', metric: 1, gateways: [gateway('0.0.0.0', null)] },
      { ...wired, name: 'Dock', metric: 1, up: false, gateways: [gateway('172.16.0.1', null)] },
    ],
    wifi: { ssid: 'School: 5 GHz', bssid: '7c:8b:ca:11:22:33', error: 0 },
  };
  const network = await facts.network();
  t.strictSame(network.defaultGateways, [
    { address: '10.20.1.1', interface: 'Wi-Fi', mac: 'b4:fb:e4:01:87:3f' },
    { address: 'fe80::b6fb:e4ff:fe01:873f', interface: 'Wi-Fi', mac: 'b4:fb:e4:01:87:3f' },
    { address: '192.168.50.1', interface: 'Ethernet', mac: null },
  ]);
  t.strictSame(network.wifi, { ssid: 'School: 5 GHz', bssid: '7c:8b:ca:11:22:33' });
  windows.facts.network = { interfaces: [], wifi: { ssid: null, bssid: null, error: 5 } };
  t.strictSame((await facts.network()).wifi, { ssid: null, bssid: null }, 'without the location right');
});

t.test('power is as Windows tells it', async (t) => {
  const { windows, facts } = setUp();
  windows.facts.power = { batteryPercent: 71, charging: true, mains: true };
  t.strictSame(await facts.power(), { batteryPercent: 71, charging: true });
});

t.test('what Windows refuses is unknown, never an error', async (t) => {
  const { windows, facts } = setUp();
  for (const name of ['power', 'firmware', 'network', 'session', 'registry.read'] as const)
    windows.refused.set(name, 'Windows error 5');
  hasFields(t, await facts.hardware(), { machineId: null, serial: null, model: null, osVersion: null });
  t.strictSame(await facts.session(), { user: null, sessionId: null });
  const network = await facts.network();
  hasFields(t, network, { defaultGateways: [], wifi: null });
  assertPlain([network, await facts.power()]);
});
