import { STORE_KEY } from '../../../../../../agent/os/darwin/filter/dynamic-store.ts';
import type { CommandResult, CommandRunner } from '../../../../../../agent/ports/command-runner.ts';
import type { FilterFiles } from '../../../../../../agent/ports/filter-files.ts';
import { fixture } from '../../recorded.ts';

interface Service {
  resolvers: readonly string[];
  pacUrl: string | null;
  pacOn: boolean;
}

export interface Mac {
  stored: string | null;
  anchor: string;
  pfOn: boolean;
  tokens: string[];
  readonly services: Record<string, Service>;
}

export function freshMac(): Mac {
  return {
    stored: null,
    anchor: '',
    pfOn: false,
    tokens: [],
    services: {
      'Wi-Fi': { resolvers: [], pacUrl: null, pacOn: false },
      'USB 10/100/1000 LAN': { resolvers: ['8.8.8.8'], pacUrl: 'http://proxy.example/wpad.dat', pacOn: true },
    },
  };
}

const TOKEN = '16887845433265236111';

/** A Mac that does what the manual pages promise, so that plans can be followed to their end. It stands in for the programs, it does not test them. */
export function macComputer(mac: Mac, files: FilterFiles): CommandRunner & { readonly ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    async run(cmd, { stdin = '' } = {}) {
      ran.push(cmd.join(' '));
      const [program = '', ...args] = cmd;
      if (program === 'scutil') return answer({ stdout: scutil(mac, args, stdin) });
      if (program === 'pfctl') return answer(pfctl(mac, args, stdin));
      if (program === 'networksetup') return answer({ stdout: networksetup(mac, args) });
      if (program === 'plutil') return answer({ stdout: await asJson(files, args.at(-1) ?? '') });
      if (['killall', 'dscacheutil', 'ipconfig'].includes(program)) return answer({});
      throw new Error(`the Mac has no ${cmd.join(' ')}`);
    },
  };
}

function answer(part: Partial<CommandResult>): CommandResult {
  return { code: 0, stdout: '', stderr: '', ...part };
}

function scutil(mac: Mac, args: readonly string[], stdin: string): string {
  if (args[0] === '--dns') return fixture('darwin/filter/dns.txt');
  if (args[0] === '--nwi') return fixture('darwin/filter/nwi.txt');
  if (stdin.includes(`set ${STORE_KEY}`)) mac.stored = fixture('darwin/filter/store.txt');
  if (stdin.includes(`remove ${STORE_KEY}`)) mac.stored = null;
  return stdin.includes(`show ${STORE_KEY}`) ? (mac.stored ?? fixture('darwin/filter/store-none.txt')) : '';
}

function pfctl(mac: Mac, args: readonly string[], stdin: string): Partial<CommandResult> {
  const line = args.join(' ');
  if (line.endsWith('-f -')) mac.anchor = stdin;
  else if (line.endsWith('-F all')) mac.anchor = '';
  else if (line === '-E') {
    mac.tokens.push(TOKEN);
    mac.pfOn = true;
    return { stderr: `No ALTQ support in kernel\nToken : ${TOKEN}\n` };
  } else if (args[0] === '-X') {
    mac.tokens = mac.tokens.filter((token) => token !== args[1]);
    mac.pfOn = mac.tokens.length > 0;
  } else if (args[0] === '-a')
    return {
      stdout: mac.anchor
        .split('\n')
        .filter((rule) => rule.startsWith('block'))
        .join('\n'),
    };
  else if (line === '-s info')
    return { stdout: mac.pfOn ? 'Status: Enabled for 0 days' : 'Status: Disabled' };
  else if (line === '-s rules') return { stdout: 'anchor "com.apple/*" all\n' };
  else if (line === '-s References') return { stdout: mac.tokens.join('\n') };
  return {};
}

function networksetup(mac: Mac, [verb = '', name = '', ...values]: readonly string[]): string {
  if (verb === '-listallnetworkservices')
    return [
      'An asterisk (*) denotes that a network service is disabled.',
      ...Object.keys(mac.services),
      '*Aus',
      '',
    ].join('\n');
  const service = mac.services[name];
  if (service === undefined) throw new Error(`there is no service ${name}`);
  if (verb === '-getdnsservers')
    return service.resolvers.length === 0
      ? `There aren't any DNS Servers set on ${name}.\n`
      : service.resolvers.join('\n');
  if (verb === '-getautoproxyurl')
    return `URL: ${service.pacUrl ?? '(null)'}\nEnabled: ${service.pacOn ? 'Yes' : 'No'}\n`;
  if (verb === '-setdnsservers') service.resolvers = values[0] === 'Empty' ? [] : values;
  if (verb === '-setautoproxyurl') Object.assign(service, { pacUrl: values[0], pacOn: true });
  if (verb === '-setautoproxystate') service.pacOn = values[0] === 'on';
  return '';
}

/** What `plutil -convert json` makes of a list that we rendered; JSON passes as it is. */
async function asJson(files: FilterFiles, path: string): Promise<string> {
  const file = await files.read(path);
  const text = Buffer.from(file?.bytes ?? []).toString();
  return text.startsWith('<?xml') ? JSON.stringify(parseXml(text)) : text;
}

/** By way of JSON's own text: each of the list's tags has its counterpart there. */
function parseXml(xml: string): unknown {
  const body = xml.slice(xml.indexOf('<dict'), xml.lastIndexOf('</plist>'));
  const json = body
    .replace(/<key>([^<]*)<\/key>\s*/g, (_, text: string) => `${JSON.stringify(plain(text))}: `)
    .replace(/<string>([^<]*)<\/string>/g, (_, text: string) => `${JSON.stringify(plain(text))},`)
    .replace(/<integer>(-?\d+)<\/integer>|<(true|false)\/>/g, '$1$2,')
    .replace(/<dict\/>/g, '{},')
    .replace(/<array\/>/g, '[],')
    .replace(/<dict>/g, '{')
    .replace(/<\/dict>/g, '},')
    .replace(/<array>/g, '[')
    .replace(/<\/array>/g, '],')
    .replace(/,(\s*[}\]])/g, '$1')
    .replace(/,\s*$/, '');
  return JSON.parse(json);
}

function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
