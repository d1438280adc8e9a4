import t from 'tap';
import { OperatorError } from '../../../../kit/operator-error.ts';
import { explainListenError } from '../../../../server/config/listen-error.ts';

const SETTINGS = { host: '127.0.0.1', httpPort: 80, mqttPort: 8883 };
const refusal = (code: string, port?: number) =>
  Object.assign(new Error(code), { code, ...(port === undefined ? {} : { port }) });
const explain = (error: unknown): string => {
  const explained = explainListenError(error, SETTINGS);
  return explained instanceof OperatorError ? explained.message : 'not explained';
};

t.test('a taken port is named with the flag that chooses another', async (t) => {
  t.equal(
    explain(refusal('EADDRINUSE', 80)),
    'Port 80 on 127.0.0.1 is taken by another program: stop that program, or choose another port with --http-port.',
  );
  t.match(explain(refusal('EADDRINUSE', 8883)), /^Port 8883 .* --mqtt-port\.$/);
});

t.test('a reserved port and a foreign address are explained', async (t) => {
  t.match(
    explain(refusal('EACCES', 80)),
    /^Port 80 may not be opened by this account, because ports below 1024 are reserved/,
  );
  t.match(explain(refusal('EADDRNOTAVAIL', 80)), /^The host 127\.0\.0\.1 is no address of this machine/);
});

t.test('any other error stays what it is', async (t) => {
  const error = new Error('surprise');
  t.equal(explainListenError(error, SETTINGS), error);
});
