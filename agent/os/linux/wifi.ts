import type { CommandRunner } from '../../ports/command-runner.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { Wifi } from '../../ports/system-facts.ts';
import { macAddress } from '../mac-address.ts';

/**
 * The Wi-Fi network that this computer is connected to. Only an interface that the kernel marks as wireless makes it start a
 * program: iw(8), else nmcli(1). Neither there: null.
 */
export async function readWifi({
  files,
  run,
}: {
  readonly files: FileReader;
  readonly run: CommandRunner;
}): Promise<Wifi | null> {
  for (const name of await files.list('/sys/class/net')) {
    const entries = await files.list(`/sys/class/net/${name}`);
    if (!entries.includes('wireless') && !entries.includes('phy80211')) continue;
    const link = await run.run(['iw', 'dev', name, 'link']);
    const wifi = link.code === 0 ? parseIwLink(link.stdout) : parseNmcli((await run.run(nmcli(name))).stdout);
    if (wifi !== null) return wifi;
  }
  return null;
}

function nmcli(name: string): readonly string[] {
  return [
    'nmcli',
    '--terse',
    '--fields',
    'ACTIVE,BSSID,SSID',
    'device',
    'wifi',
    'list',
    'ifname',
    name,
    '--rescan',
    'no',
  ];
}

/** `Connected to 7c:8b:ca:11:22:33 (on wlp2s0)`, then `SSID: name`; or `Not connected.` */
function parseIwLink(text: string): Wifi | null {
  const bssid = macAddress(/^Connected to (\S+)/m.exec(text)?.[1]);
  if (bssid === null) return null;
  const ssid = /^\s*SSID: (.*)$/m.exec(text)?.[1];
  return { ssid: ssid === undefined ? null : unescapeIw(ssid), bssid };
}

/** iw writes other bytes than printable ASCII as `\xc3`, the backslash as `\\`, a space at either end as `\x20`; hidden ones are empty. */
function unescapeIw(text: string): string | null {
  const bytes: number[] = [];
  for (const [part] of text.matchAll(/\\x[0-9a-f]{2}|\\\\|[\s\S]/giu)) {
    if (part.length === 4 && part.startsWith('\\x')) bytes.push(Number.parseInt(part.slice(2), 16));
    else bytes.push(...Buffer.from(part === '\\\\' ? '\\' : part));
  }
  return Buffer.from(bytes).toString('utf8') || null;
}

/** `yes:7C\:8B\:CA\:11\:22\:33:School`: colons inside a value have a backslash. */
function parseNmcli(text: string): Wifi | null {
  for (const line of text.split('\n')) {
    const [active, bssid, ssid] = (line.match(/(?:\\.|[^:\\])+|(?<=:)(?=:|$)/g) ?? []).map((value) =>
      value.replace(/\\(.)/g, '$1'),
    );
    if (active === 'yes') return { ssid: ssid || null, bssid: macAddress(bssid) };
  }
  return null;
}
