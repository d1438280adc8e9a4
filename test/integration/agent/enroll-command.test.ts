import t from 'tap';
import { formatEnrollmentToken } from '../../../contracts/enrollment/enrollment.ts';
import { AGENT_MAIN, runNode } from '../../support/child-process.ts';
import { testFolder } from '../../support/test-folder.ts';

const token = formatEnrollmentToken({ secret: 'a'.repeat(32), caFingerprint: 'b'.repeat(43) });
/** Nothing listens there: RFC 6335 gives it to tcpmux. */
const NOBODY = 'http://127.0.0.1:1';

t.test('a service manager can tell by the exit code whether to try again', async (t) => {
  const enroll = async (env: Readonly<Record<string, string>>) => {
    const { code, stderr } = await runNode([AGENT_MAIN, 'enroll', '--state-dir', testFolder(t)], env);
    return { code, said: stderr };
  };
  const away = await enroll({ SCHOOLGATE_SERVER: NOBODY, SCHOOLGATE_ENROLLMENT_TOKEN: token });
  t.match(
    away.said,
    /cannot reach/,
    'address and token come from the environment, where ps does not show them',
  );
  t.equal(away.code, 75);
  const wrong = await enroll({ SCHOOLGATE_SERVER: NOBODY, SCHOOLGATE_ENROLLMENT_TOKEN: 'sget_short' });
  t.match(wrong.said, /not an enrollment token/);
  t.equal(wrong.code, 1);
  const none = await enroll({ SCHOOLGATE_SERVER: NOBODY, SCHOOLGATE_ENROLLMENT_TOKEN: '' });
  t.match(none.said, /not an enrollment token|--token/);
  t.equal(none.code, 1);
});
