import t from 'tap';
import { createSystemFacts } from '../../../../../agent/os/linux/system-facts.ts';
import type { SystemFacts } from '../../../../../agent/ports/system-facts.ts';
import {
  type Answer,
  alwaysRunner,
  assertPlain,
  fixture,
  MISSING,
  NONSENSE,
  recordedFiles,
  recordedHost,
  recordedRunner,
} from '../recorded.ts';

const LOGIND: Readonly<Record<string, Answer>> = {
  'loginctl list-sessions': fixture('linux/commands/loginctl-list-sessions.txt'),
  'loginctl show-session': fixture('linux/commands/loginctl-show-session.txt'),
};

function facts(computer: string, answers: Readonly<Record<string, Answer>> = {}): SystemFacts {
  return createSystemFacts({
    files: recordedFiles(`linux/${computer}`),
    run: recordedRunner(answers),
    host: recordedHost,
  });
}

t.test('a laptop is known by its machine id and the serial number of its firmware', async (t) => {
  t.strictSame(await facts('thinkpad').hardware(), {
    machineId: '4f1c2a9be0d34b6f9a7c5d21e8b3f604',
    serial: 'PF1A2B3C',
    model: '20L6S1WX00',
    manufacturer: 'LENOVO',
    hostname: 'lap-0042',
    platform: 'linux',
    osVersion: 'Debian GNU/Linux 12 (bookworm)',
  });
});

t.test("fillers are no serial number, a fresh image's word is no machine id", async (t) => {
  const hardware = await facts('chromebook').hardware();
  t.equal(hardware.serial, null);
  t.equal(hardware.machineId, '0123456789abcdef0123456789abcdef', 'from D-Bus, in lower case');
  t.equal(hardware.osVersion, 'Ubuntu');
});

t.test('two batteries count by their capacity, and a mouse does not count', async (t) => {
  t.strictSame(await facts('thinkpad').power(), { batteryPercent: 33, charging: false });
});

t.test('one battery shows what its driver says', async (t) => {
  t.strictSame(await facts('chromebook').power(), { batteryPercent: 57, charging: true });
});

t.test('energy and charge are added as energy, an empty bay is left out', async (t) => {
  t.strictSame(await facts('mixed-batteries').power(), { batteryPercent: 33, charging: false });
});

t.test('a computer without a battery has no percentage', async (t) => {
  t.strictSame(await facts('no-such-folder').power(), { batteryPercent: null, charging: null });
});

t.test(
  'the user is the one at the seat, neither the sign-in screen nor a remote or switched-away session',
  async (t) => {
    const { user, sessionId } = await facts('thinkpad', LOGIND).session();
    t.strictSame({ user, sessionId }, { user: 'anna', sessionId: '7' });
  },
);

t.test(
  'everyone with a session is told once, switched away and remote too, but for the sign-in screen',
  async (t) => {
    t.strictSame((await facts('thinkpad', LOGIND).session()).accounts, [
      { uid: 1001, user: 'anna' },
      { uid: 0, user: 'root' },
    ]);
    const several = `Id=3\nUser=1002\nName=bob\nSeat=seat0\nRemote=no\nClass=user\nActive=no

Id=5\nUser=1003\nName=eva\nSeat=\nRemote=yes\nClass=background\nActive=yes

Id=6\nUser=nonsense\nName=mallory\nSeat=\nRemote=yes\nClass=user\nActive=yes

Id=7\nUser=1001\nName=anna\nSeat=seat0\nRemote=no\nClass=user\nActive=yes\n`;
    t.strictSame(await facts('thinkpad', { ...LOGIND, 'loginctl show-session': several }).session(), {
      user: 'anna',
      sessionId: '7',
      accounts: [
        { uid: 1002, user: 'bob' },
        { uid: 1003, user: 'eva' },
        { uid: 1001, user: 'anna' },
      ],
    });
  },
);

t.test('on the sign-in screen nobody is signed in', async (t) => {
  const answers = {
    ...LOGIND,
    'loginctl show-session': fixture('linux/commands/loginctl-show-session-greeter.txt'),
  };
  t.strictSame(await facts('thinkpad', answers).session(), { user: null, sessionId: null, accounts: [] });
  t.strictSame(await facts('thinkpad', { 'loginctl list-sessions': '' }).session(), {
    user: null,
    sessionId: null,
    accounts: [],
  });
});

t.test('without logind utmp tells who is at a terminal or a display of this computer', async (t) => {
  const session = async (who: string) =>
    facts('thinkpad', { loginctl: MISSING, who: fixture(`linux/commands/${who}`) }).session();
  t.strictSame(await session('who.txt'), { user: 'anna', sessionId: null });
  t.strictSame(await session('who-x11.txt'), { user: 'anna', sessionId: null });
  t.strictSame(await session('who-remote-only.txt'), { user: null, sessionId: null });
});

t.test(
  'the network has addresses of the place, gateways by preference with their hardware addresses, and Wi-Fi',
  async (t) => {
    const network = await facts('thinkpad', {
      'ip -6 -j neigh': fixture('linux/commands/ip-neigh.json'),
      'iw dev wlp2s0 link': fixture('linux/commands/iw-link.txt'),
    }).network();
    t.strictSame(network, {
      addresses: [
        { interface: 'wlp2s0', address: '10.20.1.50', prefix: 24, family: 4 },
        { interface: 'wlp2s0', address: '2001:db8:14:1::50', prefix: 64, family: 6 },
      ],
      defaultGateways: [
        { address: '192.168.50.1', interface: 'enp0s31f6', mac: null },
        { address: '10.20.1.1', interface: 'wlp2s0', mac: 'b4:fb:e4:01:87:3f' },
        { address: 'fe80::b6fb:e4ff:fe01:873f', interface: 'wlp2s0', mac: 'b4:fb:e4:01:87:3f' },
      ],
      wifi: { ssid: 'Lycée \\ Wi-Fi ', bssid: '7c:8b:ca:11:22:33' },
    });
  },
);

t.test('without iw NetworkManager tells the Wi-Fi network', async (t) => {
  const { wifi } = await facts('thinkpad', {
    ip: MISSING,
    iw: MISSING,
    nmcli: fixture('linux/commands/nmcli-wifi.txt'),
  }).network();
  t.strictSame(wifi, { ssid: 'School: 5 GHz', bssid: '7c:8b:ca:11:22:33' });
});

t.test('a Wi-Fi card without a connection, or without any tool, is no Wi-Fi network', async (t) => {
  const idle = await facts('thinkpad', {
    ip: '[]',
    iw: fixture('linux/commands/iw-link-none.txt'),
  }).network();
  t.equal(idle.wifi, null);
  const bare = await facts('thinkpad', { ip: MISSING, iw: MISSING, nmcli: MISSING }).network();
  t.equal(bare.wifi, null);
  t.equal(bare.defaultGateways[2]?.mac, null);
});

t.test('nonsense in files and from programs becomes unknown, never an error or a false number', async (t) => {
  for (const stdout of NONSENSE) {
    for (const code of [0, 1]) {
      const broken = createSystemFacts({
        files: recordedFiles('linux/broken'),
        run: alwaysRunner({ code, stdout }),
        host: recordedHost,
      });
      const hardware = await broken.hardware();
      t.strictSame(hardware, {
        ...hardware,
        machineId: null,
        serial: null,
        model: null,
        manufacturer: null,
        osVersion: null,
      });
      t.strictSame(await broken.power(), { batteryPercent: null, charging: null });
      t.equal((await broken.session()).user, null);
      const network = await broken.network();
      t.strictSame(network.defaultGateways, []);
      assertPlain([hardware, network]);
    }
  }
});
