import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { runNode, startNode } from '../support/child-process.ts';
import { hasFields } from '../support/has-fields.ts';
import { installNodeClient } from '../support/sdk-node-package.ts';
import { createSdkSchool } from '../support/sdk-school.ts';
import { testFolder } from '../support/test-folder.ts';

t.test('the client for Node, as it is installed, with a real server and a real laptop', async (t) => {
  const folder = testFolder(t);
  const { school, env } = await createSdkSchool(t, folder);
  installNodeClient(folder);
  const example = (name: string, ...args: readonly string[]) =>
    runNode([join(folder, 'examples', `${name}.mjs`), ...args], env);

  await t.test('lists, locks, unlocks, allows, reads logs, verifies a delivery', async (t) => {
    const { code, stdout, stderr } = await runNode([join(folder, 'smoke.mjs')], env);
    t.equal(code, 0, stderr);
    const seen = JSON.parse(stdout);
    hasFields(t, seen, { lock: 'succeeded', unlock: 'succeeded', event: 'webhook.test' });
    t.match(seen.override, /^ovr_/);
    t.ok(seen.devices > 2, 'more than one page');
    t.ok(seen.logs > 2, 'more than one page');
  });

  await t.test('roster sync: what is new, what is the same, and what is refused', async (t) => {
    const file = join(folder, 'users.csv');
    const rows = [
      'SIS-9001,zoe@x.example,Zoë,9,/Springfield/High',
      'SIS-9002,no address,Max,9,/Springfield/High',
    ];
    writeFileSync(file, ['externalId,email,name,grade,ou', ...rows, ''].join('\n'));
    const first = await example('roster-sync', file);
    t.equal(first.stdout, 'created 1, changed 0, unchanged 0, refused 1', first.stderr);
    t.match(first.stderr, /^line 3: /);
    t.equal((await example('roster-sync', file)).stdout, 'created 0, changed 0, unchanged 1, refused 1');
  });

  await t.test('helpdesk: the same ticket twice is one override', async (t) => {
    const ticket = ['zoe@x.example', 'wiki.example', '60', '4711'];
    const first = await example('helpdesk-unblock', ...ticket);
    t.match(first.stdout, /^ovr_\w+ until 20/, first.stderr);
    t.equal((await example('helpdesk-unblock', ...ticket)).stdout, first.stdout);
  });

  await t.test('scheduled policies: on, off, and one that does not exist', async (t) => {
    const made = await school.request('POST', '/v1/policies', { name: 'Exams', enabled: false });
    const enabled = async () => (await school.request('GET', `/v1/policies/${made.body.id}`)).body.enabled;
    t.equal((await example('policy-schedule', 'Exams', 'on')).stdout, 'Exams is on');
    t.equal(await enabled(), true);
    t.equal((await example('policy-schedule', 'Exams', 'off')).stdout, 'Exams is off');
    t.equal(await enabled(), false);
    t.equal((await example('policy-schedule', 'Holidays', 'on')).code, 1);
  });

  await t.test('webhook receiver: an event that is signed, and none that is not', async (t) => {
    const { body: webhook } = await school.request('POST', '/v1/webhooks', { url: 'http://127.0.0.1:1024/' });
    const receiver = startNode([join(folder, 'examples/webhook-receiver.mjs'), '0', webhook.secret], env);
    t.teardown(() => receiver.end());
    const url = `http://127.0.0.1:${(await receiver.line(/^listening on port/)).split(' ').at(-1)}/`;
    await school.request('PATCH', `/v1/webhooks/${webhook.id}`, { url });
    const { body: sent } = await school.request('POST', `/v1/webhooks/${webhook.id}/test`, {});
    t.match(await receiver.line(/webhook[.]test/), new RegExp(`^${sent.eventId} webhook.test`));
    const stranger = await fetch(url, { method: 'POST', body: sent.requestBody });
    t.equal(stranger.status, 400);
    t.match(await stranger.text(), /webhook-id/);
  });

  await t.test('weekly report: a few lines', async (t) => {
    const { stdout, stderr } = await example('weekly-report');
    t.match(stdout, /^\d{4}-W\d{2}: \d+ requests, \d+ blocked\n[\s\S]*alerts: /, stderr);
  });
});
