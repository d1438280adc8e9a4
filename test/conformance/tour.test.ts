import t from 'tap';
import { freePort } from '../support/child-process.ts';
import { type Answer, createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { DOCUMENT, startPrism } from './programs.ts';

type Body = Answer['body'];

t.test(
  'Prism, standing between, finds that requests and answers of every kind of use are as the document says',
  { timeout: 300_000 },
  async (t) => {
    const school = await createSchool(
      testFolder(t),
      t.teardown.bind(t),
      { SCHOOLGATE_WEBHOOK_ALLOW_HTTP_CIDRS: '127.0.0.1/32' },
      ['--demo', '--demo-devices', '20'],
    );
    const receiver = await startWebhookReceiver();
    t.teardown(() => receiver.stop());
    const port = await freePort();
    const prism = await startPrism(`http://127.0.0.1:${school.httpPort}`, port);
    t.teardown(() => prism.end('SIGKILL'));
    await until(async () => (await school.request('GET', '/v1/activity?limit=1')).body.total > 0, {
      what: 'an activity of a simulated device',
      timeoutMs: 120_000,
    });

    const seen = new Set<string>();
    /** Calls through Prism, which answers itself where either side breaks the document. */
    const call = async (method: string, path: string, expected: number, body?: unknown): Promise<Body> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${school.key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      t.equal(response.status, expected, `${method} ${path}: ${text.slice(0, 2_000)}`);
      seen.add(`${method} ${template(path)}`);
      return text.startsWith('{') ? JSON.parse(text) : text;
    };

    // The roster.
    const unit = await call('POST', '/v1/ous', 201, { name: 'Tour' });
    await call('GET', '/v1/ous', 200);
    await call('GET', `/v1/ous/${unit.id}`, 200);
    await call('PATCH', `/v1/ous/${unit.id}`, 200, { name: 'Tour school' });
    const ana = {
      email: 'ana@tour.example',
      name: 'Ana Ruiz',
      role: 'student',
      externalId: 'T-1',
      ou: unit.id,
    };
    const user = await call('POST', '/v1/users', 201, ana);
    await call('POST', '/v1/users?upsert=true', 200, { ...ana, grade: '9' });
    await call('POST', '/v1/users/batch', 207, { upsert: true, users: [ana, { email: 'no' }] });
    await call('GET', '/v1/users?role=student&sort=-name', 200);
    await call('GET', `/v1/users/${user.id}`, 200);
    await call('PATCH', `/v1/users/${user.id}`, 200, { status: 'suspended' });

    // What is filtered, and why.
    await call('GET', '/v1/categories', 200);
    const rules = [{ effect: 'block', match: { domains: ['play.example'], categories: ['games'] } }];
    const draft = { name: 'Tour', target: { users: [user.id] }, rules };
    const policy = await call('POST', '/v1/policies', 201, draft);
    await call('GET', '/v1/policies', 200);
    await call('GET', `/v1/policies/${policy.id}`, 200);
    await call('PATCH', `/v1/policies/${policy.id}`, 200, { priority: 200 });
    const question = { user: 'ana@tour.example', url: 'https://play.example/' };
    t.equal((await call('POST', '/v1/policies/explain', 200, question)).action, 'block');
    await call('POST', '/v1/policies/preview', 200, {
      policy: { ...draft, target: { everyone: true } },
      days: 1,
    });
    const override = await call('POST', '/v1/overrides', 201, {
      scope: { type: 'student', id: user.id },
      site: 'play.example',
      ttlMinutes: 5,
    });
    await call('GET', '/v1/overrides', 200);
    await call('GET', `/v1/overrides/${override.id}`, 200);
    t.equal((await call('POST', '/v1/policies/explain', 200, question)).action, 'allow');
    await call('DELETE', `/v1/overrides/${override.id}`, 204);
    await call('DELETE', `/v1/policies/${policy.id}`, 204);

    // The fleet.
    const [device] = (await call('GET', '/v1/devices?status=online&limit=5', 200)).data;
    await call('GET', `/v1/devices/${device.id}`, 200);
    await call('PATCH', `/v1/devices/${device.id}`, 200, { tags: ['tour'] });
    const command = await call('POST', `/v1/devices/${device.id}/command`, 202, {
      type: 'message',
      params: { text: 'Hello' },
    });
    await call('POST', `/v1/devices/${device.id}/lock`, 202, { message: 'Assembly', durationMinutes: 5 });
    await call('GET', `/v1/devices/${device.id}/commands`, 200);
    await call('GET', '/v1/commands?type=lock', 200);
    await call('GET', `/v1/commands/${command.id}`, 200);
    const batch = await call('POST', '/v1/commands/batch', 202, { deviceIds: [device.id], type: 'unlock' });
    await call('GET', `/v1/commands/batches/${batch.id}`, 200);
    const lesson = await call('POST', '/v1/classroom/sessions', 201, {
      name: 'Maths 9B',
      teacher: 'tea@tour.example',
      durationMinutes: 50,
      deviceIds: [device.id],
      mode: 'focus',
      allowedUrls: ['geogebra.org'],
    });
    await call('GET', '/v1/classroom/sessions', 200);
    await call('GET', `/v1/classroom/sessions/${lesson.id}`, 200);
    await call('PATCH', `/v1/classroom/sessions/${lesson.id}`, 200, { durationMinutes: 60 });
    await call('POST', `/v1/classroom/sessions/${lesson.id}/end`, 200);
    const token = await call('POST', '/v1/enrollment-tokens', 201, { name: 'Tour', maxUses: 2 });
    await call('GET', '/v1/enrollment-tokens', 200);
    await call('DELETE', `/v1/enrollment-tokens/${token.id}`, 204);
    const campus = await call('POST', '/v1/campuses', 201, { name: 'Tour', cidrs: ['203.0.113.0/24'] });
    await call('GET', '/v1/campuses', 200);
    await call('GET', `/v1/campuses/${campus.id}`, 200);
    await call('PATCH', `/v1/campuses/${campus.id}`, 200, { ssids: ['Tour'] });
    await call('DELETE', `/v1/campuses/${campus.id}`, 204);

    // What happened.
    await call('GET', '/v1/logs?action=block&limit=5', 200);
    await call('GET', '/v1/activity?limit=5', 200);
    await call('GET', '/v1/reports/weekly', 200);
    const alerts = await call('GET', '/v1/alerts', 200);
    for (const alert of alerts.data.slice(0, 1)) await call('GET', `/v1/alerts/${alert.id}`, 200);
    const webhook = await call('POST', '/v1/webhooks', 201, { url: receiver.url, events: ['device.*'] });
    await call('GET', '/v1/webhooks', 200);
    await call('GET', `/v1/webhooks/${webhook.id}`, 200);
    await call('PATCH', `/v1/webhooks/${webhook.id}`, 200, { description: 'Tour' });
    await call('GET', `/v1/webhooks/${webhook.id}/deliveries`, 200);
    await call('DELETE', `/v1/webhooks/${webhook.id}`, 204);
    await call('GET', '/v1/scopes', 200);
    await call('DELETE', `/v1/users/${user.id}`, 204);
    await call('DELETE', `/v1/ous/${unit.id}`, 204);
    t.ok(seen.size >= 55, `${seen.size} operations`);
  },
);

/** The path with its ids as parameters. */
function template(path: string): string {
  return (path.split('?')[0] ?? '').replaceAll(/\/[a-z]{2,3}_[0-9a-z]{26}/g, '/{id}');
}

t.test('Prism does find an answer that the document does not allow', async (t) => {
  const { createServer } = await import('node:http');
  const liar = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"data": "nothing"}');
  });
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void liar.close());
  const address = liar.address();
  const port = await freePort();
  const prism = await startPrism(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, port);
  t.teardown(() => prism.end('SIGKILL'));
  const answer = await fetch(`http://127.0.0.1:${port}/v1/devices`, {
    headers: { authorization: 'Bearer x' },
  });
  t.equal(answer.status, 500, DOCUMENT);
  t.match(await answer.text(), /VIOLATIONS/);
});
