import t from 'tap';
import { createInternalNames, isInternalName } from '../../../../../agent/filter/dns/internal-names.ts';
import type { InternalName } from '../../../../../contracts/policy/settings.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const SCHOOL: InternalName = { domain: 'School.Example', resolvers: ['192.0.2.1'] };
const LAB: InternalName = { domain: 'lab.school.example', resolvers: ['192.0.2.2'] };
const TWIN: InternalName = { domain: 'twin.example', resolvers: ['192.0.2.1'] };

function stand(entries: readonly InternalName[]) {
  const state = { internalNames: entries };
  const names = createInternalNames({
    settings: () => state,
    clock: createFakeClock(),
    random: systemRandom,
    log: silentLog,
    network: () => ({ epoch: 0, proven: true, portal: false }),
    isOwn: () => false,
  });
  return { state, names };
}

t.test('a name is the school’s own within a domain that the settings name', async (t) => {
  const settings = { internalNames: [SCHOOL, { domain: 'no name', resolvers: [] }] };
  for (const name of ['school.example', 'intranet.school.example'])
    t.equal(isInternalName(name, settings), true, name);
  for (const name of ['notschool.example', 'example', 'school.example.org', 'no name'])
    t.equal(isInternalName(name, settings), false, name);
  t.equal(isInternalName('school.example', { internalNames: [] }), false);
});

t.test('the entry that says most of a name is asked, in whatever order they stand', async (t) => {
  for (const entries of [
    [SCHOOL, LAB, TWIN],
    [LAB, TWIN, SCHOOL],
  ]) {
    const { names } = stand(entries);
    const school = names.forwarderFor('pc.school.example');
    const lab = names.forwarderFor('pc.lab.school.example');
    t.ok(school);
    t.ok(lab);
    t.not(lab, school);
    t.equal(names.forwarderFor('lab.school.example'), lab);
    t.equal(names.forwarderFor('twin.example'), school, 'the same resolvers know the same');
    t.equal(names.forwarderFor('wiki.example'), null);
    await names.close();
  }
});

t.test('what was learnt under other settings is left with them', async (t) => {
  const { state, names } = stand([SCHOOL]);
  const before = names.forwarderFor('school.example');
  t.equal(names.forwarderFor('school.example'), before);
  state.internalNames = [SCHOOL];
  const after = names.forwarderFor('school.example');
  t.ok(after);
  t.not(after, before);
  state.internalNames = [];
  t.equal(names.forwarderFor('school.example'), null);
});
