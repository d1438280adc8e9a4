import t from 'tap';
import { hasFields, hasText } from '../support/has-fields.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const PATH = '/v1/organization';

t.test(
  'settings that are set over REST win over the file, also after a restart, until they are taken back',
  async (t) => {
    const school = await createSchool(testFolder(t), t.teardown.bind(t), {
      SCHOOLGATE_ORGANISATION_NAME: 'Of the file',
      SCHOOLGATE_RETENTION_LOGS_DAYS: '45',
    });
    const made = await school.command(
      'keys',
      'create',
      '--name',
      'settings',
      '--scopes',
      'organization:manage',
    );
    const { key } = JSON.parse(made.stdout) as { key: string };
    const call = (method: string, body?: unknown) =>
      school.request(method, PATH, body, { authorization: `Bearer ${key}` });
    hasFields(t, await call('GET'), {
      status: 200,
      body: { name: 'Of the file', retention: { logsDays: 45 }, sources: { name: 'file' } },
    });
    const set = await call('PATCH', {
      name: 'Springfield',
      retention: { logsDays: 120 },
      logLevel: 'debug',
      schoolHours: [{ days: ['mon'], from: '08:00', to: '14:00' }],
    });
    t.equal(set.status, 200, JSON.stringify(set.body));
    t.strictSame((await call('GET')).body, set.body);

    await school.stop();
    await school.start();
    t.strictSame((await call('GET')).body, set.body, 'after the restart');
    hasFields(t, set.body, {
      name: 'Springfield',
      sources: { name: 'here', retention: { logsDays: 'here' } },
    });

    const { stdout } = await school.command('doctor');
    hasText(t, stdout, 'name is set in the dashboard, which wins over organisation.name');
    hasText(t, stdout, 'schoolHours is set in the dashboard');

    await call('PATCH', { name: null, retention: null, logLevel: null, schoolHours: null });
    hasFields(t, await call('GET'), {
      body: { name: 'Of the file', retention: { logsDays: 45 }, sources: { name: 'file' } },
    });
  },
);

t.test('the plan is set by a command beside the running server', async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t));
  t.equal((await school.request('GET', '/v1/devices')).status, 200);
  hasFields(t, await school.command('plan', 'set', 'standard'), { code: 0, stdout: /"plan":"standard"/ });
  hasFields(t, await school.command('plan'), { code: 0, stdout: /"plan":"standard"/ });
  hasFields(t, await school.command('plan', 'set', 'gold'), { code: 1, stderr: /no plan/ });
  await school.stop();
  await school.start();
  hasFields(t, await school.request('GET', '/v1/devices'), {
    status: 402,
    body: { code: 'plan_required' },
  });
});
