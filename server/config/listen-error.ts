import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import type { Settings } from './settings.ts';

const LAST_PRIVILEGED_PORT = 1023;

/** Turns the system's refusal to listen into a sentence that says what to do; any other error is given back as it is. */
export function explainListenError(
  error: unknown,
  { host, httpPort, mqttPort }: Pick<Settings, 'host' | 'httpPort' | 'mqttPort'>,
): unknown {
  const port = portOf(error);
  const flag = port === mqttPort ? '--mqtt-port' : '--http-port';
  switch (systemErrorCode(error)) {
    case 'EADDRINUSE':
      return new OperatorError(
        `Port ${port ?? httpPort} on ${host} is taken by another program: stop that program, or choose another port with ${flag}.`,
        { cause: error },
      );
    case 'EACCES':
      return new OperatorError(
        `Port ${port ?? httpPort} may not be opened by this account${(port ?? httpPort) <= LAST_PRIVILEGED_PORT ? ', because ports below 1024 are reserved' : ''}: choose a higher one with ${flag}.`,
        { cause: error },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperatorError(
        `The host ${host} is no address of this machine: set --host to one of its addresses, to 127.0.0.1, or to 0.0.0.0 for all of them.`,
        { cause: error },
      );
    default:
      return error;
  }
}

function portOf(error: unknown): number | null {
  return error instanceof Error && 'port' in error && typeof error.port === 'number' ? error.port : null;
}
