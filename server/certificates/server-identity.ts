import { join } from 'node:path';
import { type Clock, every } from '../../kit/clock.ts';
import { writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import type { Random } from '../../kit/random.ts';
import type { Settings } from '../config/settings.ts';
import { loadGivenCertificate } from './given-certificate.ts';
import { type MachineNames, namedHosts, wantedHosts } from './hosts.ts';
import { fingerprintOf } from './issue.ts';
import type { AuthorityHosts } from './name-constraints.ts';
import { loadOwnCertificate } from './own-certificate.ts';
import { readPemFile } from './pem-file.ts';
import type { TlsIdentity } from './tls-identity.ts';

/** The public certificate of the authority that devices trust: for people to import, and for comparison at the next start. */
export const PUBLIC_AUTHORITY_FILE = 'ca.crt';

/** How often the certificate's end is checked: a day is in good time. */
const CHECK_PERIOD_MS = 86_400_000;

export interface ServerIdentityOptions {
  readonly settings: Pick<Settings, 'host' | 'publicHosts' | 'tlsCertificate' | 'tlsKey' | 'tlsAuthority'>;
  readonly folder: string;
  readonly machine: () => MachineNames;
  /** Whether devices are enrolled: then the authority may not change without the operator. */
  readonly inUse: () => Promise<boolean>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * The server's certificate: the given one, else one of the own authority.
 * @throws OperatorError when there is none, or enrolled devices would not trust it
 */
export async function loadServerIdentity(options: ServerIdentityOptions): Promise<TlsIdentity> {
  const { settings, machine, clock } = options;
  const { tlsCertificate, tlsKey, tlsAuthority } = settings;
  const identity =
    tlsCertificate === null || tlsKey === null
      ? await loadOwnCertificate({ ...options, ...hostsOfServer(settings, machine()) })
      : await loadGivenCertificate({
          certificateFile: tlsCertificate,
          keyFile: tlsKey,
          authorityFile: tlsAuthority,
          now: clock.now(),
        });
  await rememberAuthority(options, identity);
  return identity;
}

function hostsOfServer(settings: ServerIdentityOptions['settings'], machine: MachineNames): AuthorityHosts {
  return { hosts: wantedHosts(settings, machine), namedHosts: namedHosts(settings, machine) };
}

async function rememberAuthority(
  { folder, inUse }: ServerIdentityOptions,
  identity: TlsIdentity,
): Promise<void> {
  const file = join(folder, PUBLIC_AUTHORITY_FILE);
  const remembered = await readPemFile(file);
  if (remembered !== null && fingerprintIfReadable(remembered) === identity.authorityFingerprint) return;
  if (remembered !== null && (await inUse())) {
    throw new OperatorError(
      `The server's certificate comes from another authority than the one that enrolled devices trust (${file}), so that none of them could connect. Go back to the certificate used before; or, to enroll every device again, delete that file.`,
    );
  }
  await writeDurably(file, identity.authority);
}

function fingerprintIfReadable(pem: string): string | null {
  try {
    return fingerprintOf(pem);
  } catch {
    // What cannot be read is not the same authority: the caller asks before it is replaced.
    return null;
  }
}

/**
 * Looks once a day, and gives a certificate that was renewed (by us, or in its file by the school) to `apply`. The authority stays the one
 * that the running server has been handing out, also when no device trusts it yet.
 */
export function createCertificateRenewal(
  options: ServerIdentityOptions & {
    readonly current: TlsIdentity;
    readonly apply: (identity: TlsIdentity) => void;
  },
): Service {
  const { clock, log, apply } = options;
  let current = options.current;
  let task: { stop(): Promise<void> } | null = null;
  const look = async (): Promise<void> => {
    const identity = await loadServerIdentity({ ...options, inUse: () => Promise.resolve(true) });
    if (identity.certificate === current.certificate) return;
    current = identity;
    apply(identity);
    log.info({ expiresAt: new Date(identity.expiresAt).toISOString() }, 'the server uses a new certificate');
  };
  return {
    start() {
      task ??= every(clock, CHECK_PERIOD_MS, look, (error) =>
        log.error(
          { error: messageOf(error) },
          'the certificate could not be checked; the present one stays in use',
        ),
      );
      return Promise.resolve();
    },
    async stop() {
      await task?.stop();
      task = null;
    },
  };
}
