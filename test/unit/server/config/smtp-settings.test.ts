import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadConfig } from '../../../../server/config/load-config.ts';
import { type SmtpSettings, smtpSettings } from '../../../../server/config/smtp-settings.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { testFolder } from '../../../support/test-folder.ts';

const from = { SCHOOLGATE_SMTP_FROM: 'Schoolgate <reports@school.example>' };

const read = (env: Readonly<Record<string, string>>): SmtpSettings | null =>
  smtpSettings(loadConfig({ flags: {}, env, cwd: '/' }).settings);

t.test('without a mail server there is none', async (t) => {
  t.equal(read({}), null);
});

t.test('one address says it all', async (t) => {
  t.same(read({ ...from, SCHOOLGATE_SMTP_URL: 'smtps://rep%40school:p%3Aw@mail.school.example' }), {
    host: 'mail.school.example',
    port: 465,
    secure: true,
    user: 'rep@school',
    password: 'p:w',
    from: 'Schoolgate <reports@school.example>',
  });
  hasFields(t, read({ ...from, SCHOOLGATE_SMTP_URL: 'smtp://[::1]:2525' }), {
    host: '::1',
    port: 2525,
    secure: false,
    user: null,
  });
});

t.test('so do its parts, with the password in a file', async (t) => {
  const file = join(testFolder(t), 'password');
  writeFileSync(file, 'secret\n');
  const env = {
    ...from,
    SCHOOLGATE_SMTP_HOST: 'mail.school.example',
    SCHOOLGATE_SMTP_USER: 'reports',
    SCHOOLGATE_SMTP_PASSWORD_FILE: file,
  };
  hasFields(t, read(env), { port: 587, secure: false, user: 'reports', password: 'secret' });
  hasFields(t, read({ ...env, SCHOOLGATE_SMTP_PORT: '465' }), { port: 465, secure: true });
});

t.test('what does not fit together is refused in words, without the password', async (t) => {
  const host = { SCHOOLGATE_SMTP_HOST: 'mail.school.example' };
  for (const [env, sentence] of [
    [host, 'smtp.from is not'],
    [{ ...from, ...host, SCHOOLGATE_SMTP_URL: 'smtp://mail.school.example' }, 'both set'],
    [{ ...from, ...host, SCHOOLGATE_SMTP_PASSWORD: 'x', SCHOOLGATE_SMTP_PASSWORD_FILE: '/x' }, 'both set'],
    [{ ...from, ...host, SCHOOLGATE_SMTP_PASSWORD_FILE: '/nowhere' }, 'cannot be read'],
    [{ SCHOOLGATE_REPORT_RECIPIENTS: 'office@school.example' }, 'name a mail server'],
    [{ SCHOOLGATE_REPORT_RECIPIENTS: 'office' }, 'must hold addresses'],
    [{ SCHOOLGATE_SMTP_FROM: 'reports@school.example\r\nBcc: x@y.example' }, 'must be an address'],
    [{ SCHOOLGATE_SMTP_FROM: 'reports' }, 'must be an address'],
    [{ SCHOOLGATE_SMTP_URL: 'https://user:hidden@mail.school.example' }, 'must be an address'],
  ] as const) {
    const refusal = (() => {
      try {
        return `taken: ${JSON.stringify(read(env))}`;
      } catch (error) {
        return String(error);
      }
    })();
    hasText(t, refusal, sentence, JSON.stringify(env));
    t.notMatch(refusal, 'hidden');
  }
});

t.test('several people get the report', async (t) => {
  const { settings } = loadConfig({
    flags: {},
    env: { SCHOOLGATE_REPORT_RECIPIENTS: 'office@school.example, head@school.example' },
    cwd: '/',
  });
  t.same(settings.reportRecipients, ['office@school.example', 'head@school.example']);
});
