import t from 'tap';
import { ownSid, serviceSid, WORKER_SID } from '../../../../../agent/os/windows/worker-account.ts';

t.test('the account of a service follows from its name', (t) => {
  // As documented by Microsoft.
  t.equal(serviceSid('TrustedInstaller'), 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464');
  t.equal(WORKER_SID, 'S-1-5-80-3945582998-3384208664-3003403965-959244595-4264367130');
  t.end();
});

t.test('an agent at a terminal knows its account', async (t) => {
  const saying = (stdout: string): Promise<string> =>
    ownSid({ run: () => Promise.resolve({ code: 0, stdout, stderr: '' }) });
  t.equal(await saying('"school\\admin","S-1-5-21-1-2-3-1001"\r\n'), 'S-1-5-21-1-2-3-1001');
  t.equal(await saying(''), 'S-1-5-18', 'SYSTEM where Windows does not say');
});
