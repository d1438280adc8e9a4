import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Test } from 'tap';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

interface MailServer {
  readonly port: number;
  readonly received: Received[];
  tries: number;
  ill: boolean;
}

/** A mail server on this machine; `ill` makes it refuse for now. */
export async function mailServer(t: Test, options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = [];
  const state = { port: 0, received, tries: 0, ill: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom(_address, _session, done) {
      state.tries += 1;
      done(state.ill ? Object.assign(new Error('come back later'), { responseCode: 451 }) : null);
    },
    onData(stream, { envelope }, done) {
      let raw = '';
      stream.setEncoding('utf8');
      stream.on('data', (piece: string) => {
        raw += piece;
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  state.port = (server.server.address() as AddressInfo).port;
  return state;
}
