import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { loadGivenCertificate } from '../certificates/given-certificate.ts';
import { namedHosts, readMachineNames, wantedHosts } from '../certificates/hosts.ts';
import { hasNameConstraints, vouchedHosts } from '../certificates/name-constraints.ts';
import {
  AUTHORITY_FILE,
  RENEW_BEFORE_MS,
  reasonToRenew,
  SERVER_FILE,
} from '../certificates/own-certificate.ts';
import { readKeyedCertificate } from '../certificates/pem-file.ts';
import type { Settings } from '../config/settings.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const DAY_MS = 86_400_000;
/** Warns this long before the authority ends: every device has to enroll again then. */
const AUTHORITY_WARN_MS = 365 * DAY_MS;

/** Checks the certificates. It changes nothing. */
export async function checkCertificates(
  settings: Settings,
  layout: DataLayout,
  clock: Clock,
): Promise<readonly Finding[]> {
  try {
    if (settings.tlsCertificate !== null && settings.tlsKey !== null) {
      return [
        await checkGiven(
          { ...settings, tlsCertificate: settings.tlsCertificate, tlsKey: settings.tlsKey },
          clock,
        ),
      ];
    }
    return await checkOwn(settings, layout, clock);
  } catch (error) {
    return [fail('Certificates', messageOf(error), 'Restore the file from a backup.')];
  }
}

async function checkGiven(
  settings: {
    readonly tlsCertificate: string;
    readonly tlsKey: string;
    readonly tlsAuthority: string | null;
  },
  clock: Clock,
): Promise<Finding> {
  const now = clock.now();
  const { expiresAt } = await loadGivenCertificate({
    certificateFile: settings.tlsCertificate,
    keyFile: settings.tlsKey,
    authorityFile: settings.tlsAuthority,
    now,
  });
  const detail = `${settings.tlsCertificate} is good for ${daysLeft(expiresAt, now)} days more`;
  if (expiresAt - now < RENEW_BEFORE_MS / 2)
    return warn('Certificate', detail, 'Renew it; the server takes the new one within a day.');
  return ok('Certificate', detail);
}

async function checkOwn(settings: Settings, layout: DataLayout, clock: Clock): Promise<readonly Finding[]> {
  const authority = await readKeyedCertificate(join(layout.certificates, AUTHORITY_FILE));
  if (authority === null) return [ok('Certificates', 'none yet; the server makes them at its first start')];
  const now = clock.now();
  const end = new X509Certificate(authority.certificate).validToDate.getTime();
  const detail = `good for ${daysLeft(end, now)} days more`;
  return [
    await checkServerCertificate(settings, layout, clock, authority),
    judgeAuthority(end - now, detail),
    judgeNames(authority.certificate, namedHosts(settings, readMachineNames())),
  ];
}

function judgeNames(authority: string, named: readonly string[]): Finding {
  if (!hasNameConstraints(authority))
    return warn(
      'Names',
      'the authority is of an earlier version: who steals its key can pretend to be any site to those who trust it',
      `While no device is enrolled: stop the server, delete ${AUTHORITY_FILE} and start it. Else every device has to be enrolled again under a new one; until then let nobody install it in a browser.`,
    );
  const vouched = vouchedHosts(authority, named);
  const leftOut = named.filter((host) => !vouched.includes(host));
  if (leftOut.length === 0)
    return ok('Names', 'the authority vouches for the school’s own names and addresses alone');
  return warn(
    'Names',
    `the authority may not vouch for ${leftOut.join(', ')}, which the certificate is therefore not good for`,
    'While no device is enrolled, a restart of the server makes an authority for a name of your own, such as gate.school.example. Else use a name for which it may vouch, or name a certificate of your own with tls_certificate and enroll every device again.',
  );
}

function judgeAuthority(leftMs: number, detail: string): Finding {
  const todo = 'Every device has to be enrolled again under a new authority before that day.';
  if (leftMs <= 0)
    return fail('Authority', 'it has ended, so that devices no longer trust this server', todo);
  if (leftMs < AUTHORITY_WARN_MS) return warn('Authority', detail, todo);
  return ok('Authority', detail);
}

async function checkServerCertificate(
  settings: Settings,
  layout: DataLayout,
  clock: Clock,
  authority: { readonly certificate: string; readonly key: string },
): Promise<Finding> {
  const server = await readKeyedCertificate(join(layout.certificates, SERVER_FILE));
  if (server === null) return ok('Certificate', 'not there; the server makes it at its next start');
  const reason = reasonToRenew(server, authority, {
    hosts: wantedHosts(settings, readMachineNames()),
    clock,
  });
  const left = daysLeft(new X509Certificate(server.certificate).validToDate.getTime(), clock.now());
  if (reason === null) return ok('Certificate', `good for ${left} days more; renewed by itself`);
  return warn(
    'Certificate',
    `to be made anew: ${reason}`,
    'Restart the server, or wait a day: it does so by itself.',
  );
}

function daysLeft(end: number, now: number): number {
  return Math.max(0, Math.floor((end - now) / DAY_MS));
}
