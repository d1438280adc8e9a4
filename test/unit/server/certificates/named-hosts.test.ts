import t from 'tap';
import { namedHosts } from '../../../../server/certificates/hosts.ts';

const MACHINE = { hostname: 'school-server', addresses: ['10.0.0.7', 'FD00::0:7'] };

t.test(
  'people and devices are told the public hosts, and the address that the server listens on',
  async (t) => {
    t.same(
      namedHosts({ host: '0.0.0.0', publicHosts: ['Gate.School.Example', 'mdm.school.example'] }, MACHINE),
      ['gate.school.example', 'mdm.school.example'],
    );
    t.same(namedHosts({ host: 'FD00::0:7', publicHosts: ['gate.school.example'] }, MACHINE), [
      'fd00::7',
      'gate.school.example',
    ]);
  },
);

t.test('without any they are told what the machine prefers', async (t) => {
  t.same(namedHosts({ host: '0.0.0.0', publicHosts: [] }, MACHINE), ['10.0.0.7']);
  t.same(namedHosts({ host: '::', publicHosts: [] }, { ...MACHINE, addresses: [] }), ['school-server']);
});
