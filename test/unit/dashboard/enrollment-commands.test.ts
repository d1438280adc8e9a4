import t from 'tap';
import { enrollmentCommand } from '../../../dashboard/pages/setup/enrollment-commands.ts';

const MADE = {
  token: 'sget_x.y',
  command: 'sudo schoolgate-agent enroll --server https://school.example:8080 --token sget_x.y',
};

t.test('each system gets its command, with the address and the token that the server gave', (t) => {
  t.equal(
    enrollmentCommand('debian', MADE),
    'sudo SCHOOLGATE_SERVER=https://school.example:8080 SCHOOLGATE_ENROLLMENT_TOKEN=sget_x.y apt install ./schoolgate-agent_*.deb',
  );
  t.match(enrollmentCommand('fedora', MADE), / dnf install \.\/schoolgate-agent-\*\.rpm$/);
  t.equal(
    enrollmentCommand('windows', MADE),
    '& (Get-Item .\\schoolgate-agent_*-setup.exe).FullName /S /SERVER=https://school.example:8080 /TOKEN=sget_x.y',
  );
  t.equal(enrollmentCommand('installed', MADE), MADE.command);
  t.end();
});
