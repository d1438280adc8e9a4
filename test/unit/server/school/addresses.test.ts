import t from 'tap';
import { preferredHost } from '../../../../server/certificates/hosts.ts';
import { httpUrl, localUrls, mqttUrls } from '../../../../server/school/addresses.ts';

const MACHINE = { hostname: 'school-server', addresses: ['10.0.0.7'] };
const ports = { http: 8080, mqtt: 8883 };
const LOOPBACK = { host: '127.0.0.1', publicHosts: [] };
const ALL = { host: '0.0.0.0', publicHosts: [] };
const NAMED = { host: '0.0.0.0', publicHosts: ['gate.school.example'] };

t.test('plain HTTP is for loopback alone', async (t) => {
  t.equal(httpUrl(LOOPBACK, MACHINE, 8080), 'http://127.0.0.1:8080');
  t.equal(httpUrl({ host: '::1', publicHosts: [] }, MACHINE, 8080), 'http://[::1]:8080');
  t.equal(httpUrl({ host: '10.0.0.7', publicHosts: [] }, MACHINE, 443), 'https://10.0.0.7:443');
  t.equal(httpUrl(ALL, MACHINE, 8080), 'https://10.0.0.7:8080');
  t.equal(
    httpUrl({ host: '127.0.0.1.evil.example', publicHosts: [] }, MACHINE, 1),
    'https://127.0.0.1.evil.example:1',
  );
});

t.test('people are told the public name, else an address that reaches the machine', async (t) => {
  t.equal(preferredHost(NAMED, MACHINE), 'gate.school.example');
  t.equal(preferredHost(ALL, { hostname: 'school-server', addresses: [] }), 'school-server');
  t.equal(preferredHost(ALL, { hostname: '!', addresses: [] }), 'localhost');
});

t.test('a device is told the host by which it came, when the certificate is good for it', async (t) => {
  const certifiedHosts = ['127.0.0.1', '::1', 'gate.school.example', 'localhost'];
  const of = (settings: typeof NAMED, requestHost: string) =>
    mqttUrls({ settings, machine: MACHINE, ports, certifiedHosts }, requestHost);
  t.same(of(NAMED, 'localhost'), ['mqtts://localhost:8883', 'wss://localhost:8080/mqtt']);
  t.same(of(NAMED, 'GATE.school.example'), [
    'mqtts://GATE.school.example:8883',
    'wss://GATE.school.example:8080/mqtt',
  ]);
  t.same(of(NAMED, '[::1]'), ['mqtts://[::1]:8883', 'wss://[::1]:8080/mqtt']);
  t.same(of(NAMED, 'evil.example'), [
    'mqtts://gate.school.example:8883',
    'wss://gate.school.example:8080/mqtt',
  ]);
  t.same(of(NAMED, 'a b/c'), ['mqtts://gate.school.example:8883', 'wss://gate.school.example:8080/mqtt']);
  t.same(
    of(LOOPBACK, '127.0.0.1'),
    ['mqtts://127.0.0.1:8883', 'ws://127.0.0.1:8080/mqtt'],
    'in clear within the machine alone',
  );
});

t.test('this machine reaches its own server by loopback when it listens everywhere', async (t) => {
  t.same(localUrls(ALL, ports), {
    localUrl: 'https://127.0.0.1:8080',
    localMqttUrl: 'mqtts://127.0.0.1:8883',
  });
  t.same(localUrls(LOOPBACK, ports), {
    localUrl: 'http://127.0.0.1:8080',
    localMqttUrl: 'mqtts://127.0.0.1:8883',
  });
});
