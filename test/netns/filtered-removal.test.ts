import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { buildSchoolLab } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';

const obstacle = labObstacle();
const skip = obstacle !== null && !labRequired() ? obstacle : false;

t.test(
  'the server’s word takes filter and lock off a laptop, whole, and the enrollment',
  { skip },
  async (t) => {
    const lab = await buildSchoolLab(testFolder(t));
    t.teardown(() => lab.down());
    await lab.enforcing();
    t.equal((await lab.api('POST', `/v1/devices/${lab.deviceId}/lock`, {})).body.status, 'succeeded');
    t.not(await lab.snapshot(), lab.untouched, 'the agent has changed something');
    const sent = await lab.api('POST', `/v1/devices/${lab.deviceId}/command`, { type: 'unenroll' });
    t.equal(sent.body.status, 'succeeded', JSON.stringify(sent.body));
    t.equal((await lab.agent().ended).code, 0, lab.agent().stderr().slice(-2_000));
    t.equal(await lab.snapshot(), lab.untouched, 'byte by byte');
    t.notOk(existsSync(join(lab.stateDir, 'identity.json')));
    for (const boot of ['lock.nft', 'filter.nft'])
      t.notOk(existsSync(join(lab.stateDir, boot)), `${boot} of the next boot`);
    t.equal((await lab.api('GET', `/v1/devices/${lab.deviceId}`)).status, 404);
  },
);
