import { isLoopback } from '../../kit/addresses.ts';
import { isHost } from '../../kit/setting-readers.ts';
import { type MachineNames, preferredHost } from '../certificates/hosts.ts';
import { canonicalHost } from '../certificates/issue.ts';
import { isWildcard, type Settings, urlHost } from '../config/settings.ts';

type Places = Pick<Settings, 'host' | 'publicHosts'>;

/** The ports on which the started server listens. */
export interface Ports {
  readonly http: number;
  readonly mqtt: number;
}

/** Whether HTTP is served without TLS: only on loopback, so that no key crosses a network unencrypted. */
export function servesPlainHttp({ host }: Places): boolean {
  return isLoopback(host);
}

/** The address of the dashboard and the API, without a path. */
export function httpUrl(settings: Places, machine: MachineNames, port: number): string {
  const scheme = servesPlainHttp(settings) ? 'http' : 'https';
  return `${scheme}://${urlHost(preferredHost(settings, machine))}:${port}`;
}

/** How this machine itself reaches the server. */
export function localUrls(
  settings: Places,
  ports: Ports,
): { readonly localUrl: string; readonly localMqttUrl: string } {
  const host = urlHost(isWildcard(settings.host) ? '127.0.0.1' : settings.host);
  const scheme = servesPlainHttp(settings) ? 'http' : 'https';
  return { localUrl: `${scheme}://${host}:${ports.http}`, localMqttUrl: `mqtts://${host}:${ports.mqtt}` };
}

/**
 * Where a device connects, best first: MQTT over TLS, then over WebSocket for networks that allow only web traffic. The host is that of its request if the
 * certificate covers it, else the preferred one.
 * @param requestHost the host of its request, without port; never trusted, only looked up
 */
export function mqttUrls(
  {
    settings,
    machine,
    ports,
    certifiedHosts,
  }: {
    readonly settings: Places;
    readonly machine: MachineNames;
    readonly ports: Ports;
    readonly certifiedHosts: readonly string[];
  },
  requestHost: string,
): readonly string[] {
  const bare = requestHost.replace(/^\[(.*)\]$/, '$1');
  const known = isHost(bare) && certifiedHosts.includes(canonicalHost(bare));
  const host = urlHost(known ? bare : preferredHost(settings, machine));
  const scheme = servesPlainHttp(settings) ? 'ws' : 'wss';
  return [`mqtts://${host}:${ports.mqtt}`, `${scheme}://${host}:${ports.http}/mqtt`];
}

/** The address of a sign-in link. */
export function signInLink(url: string, secret: string): string {
  return `${url}/sign-in?token=${secret}`;
}
