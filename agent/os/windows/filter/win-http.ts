import type { CommandRunner } from '../../../ports/command-runner.ts';

/** The proxy of services, for the whole computer. */
export interface WinHttpProxy {
  readonly proxy: string;
  readonly proxyBypass: string;
  readonly autoConfigUrl: string;
  readonly autoDetect: boolean;
}

/** As Windows comes. */
export const WIN_HTTP_DEFAULT: WinHttpProxy = {
  proxy: '',
  proxyBypass: '',
  autoConfigUrl: '',
  autoDetect: true,
};

/** Null = this Windows has no such setting. */
export async function readWinHttp(run: CommandRunner): Promise<WinHttpProxy | null> {
  return parseWinHttp((await run.run(['netsh.exe', 'winhttp', 'show', 'advproxy'])).stdout);
}

/** Sets it. Run without a shell: netsh gets the JSON as one argument. */
export function winHttpCommand(settings: WinHttpProxy): readonly string[] {
  const { proxy, proxyBypass, autoConfigUrl, autoDetect } = settings;
  const json = JSON.stringify({
    Proxy: proxy,
    ProxyBypass: proxyBypass,
    AutoconfigUrl: autoConfigUrl,
    AutoDetect: autoDetect,
  });
  return ['netsh.exe', 'winhttp', 'set', 'advproxy', 'setting-scope=machine', `settings=${json}`];
}

/** The JSON in what `netsh winhttp show advproxy` prints below a heading in the language of Windows. */
function parseWinHttp(text: string): WinHttpProxy | null {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    const settings: unknown = JSON.parse(json);
    if (typeof settings !== 'object' || settings === null) return null;
    // Documentation and output differ in the case of these names.
    const byName = new Map(Object.entries(settings).map(([name, value]) => [name.toLowerCase(), value]));
    const textOf = (name: string): string => {
      const value: unknown = byName.get(name);
      return typeof value === 'string' ? value : '';
    };
    return {
      proxy: textOf('proxy'),
      proxyBypass: textOf('proxybypass'),
      autoConfigUrl: textOf('autoconfigurl'),
      autoDetect: byName.get('autodetect') === true,
    };
  } catch {
    // Before Windows 11 there is no such command, and netsh says so in the user's language.
    return null;
  }
}
