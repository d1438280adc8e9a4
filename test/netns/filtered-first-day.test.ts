import { existsSync } from 'node:fs';
import t from 'tap';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { buildSchoolLab, PLACES } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';

const POLICY = {
  name: 'The first day',
  target: { everyone: true },
  rules: [{ effect: 'block', match: { categories: ['adult', 'gambling', 'vpn_proxy'] } }],
};
/** Of the catalogue that is written by hand, and of each list whose names ship as hashes. */
const BLOCKED = ['nordvpn.com', 'www.pornhub.com', 'bestcasinosonly.com', 'www.gayporn.college'];
const OPEN = ['wikipedia.org', 'www.bbc.co.uk', 'khanacademy.org'];

const obstacle =
  labObstacle() ?? (existsSync('/usr/bin/dig') ? null : 'dig is missing (Debian: bind9-dnsutils)');

t.test(
  'a new server with one policy, and a laptop that was just enrolled, block what ships and nothing popular',
  { skip: obstacle !== null && !labRequired() ? obstacle : false },
  async (t) => {
    const lab = await buildSchoolLab(testFolder(t), { ships: true });
    t.teardown(() => lab.down());
    t.equal((await lab.api('POST', '/v1/policies', POLICY)).status, 201);
    await lab.enforcing();
    const addressOf = async (name: string): Promise<string> =>
      (await lab.student('dig', '+short', '+tries=1', '+time=3', name)).stdout.trim();
    for (const name of BLOCKED) t.equal(await addressOf(name), '0.0.0.0', name);
    for (const name of OPEN) t.equal(await addressOf(name), PLACES.site, name);
  },
);
