import { LINK_HOURS } from '../../api/http/authentication/sessions.ts';
import { commandName, enrollCommand, isInstalled } from '../config/installation.ts';
import type { RunningSchool } from '../school/serve.ts';

/** What a started server prints: a short text for people, the same facts for programs. */
export function startupBlock(
  school: RunningSchool,
  { demo, fetchRecommended }: { readonly demo: boolean; readonly fetchRecommended: boolean },
): { readonly block: string; readonly facts: Readonly<Record<string, unknown>> } {
  const { url, httpPort, mqttPort, signInLink, layout, authorityFingerprint } = school;
  const host = new URL(url).hostname;
  const command = commandName();
  const lines = [
    demo ? 'Schoolgate is running, with a simulated school.' : 'Schoolgate is running.',
    '',
    `  Dashboard and API   ${url}`,
    `  Devices (MQTT/TLS)  mqtts://${host}:${mqttPort}`,
    `  Data                ${layout.root}`,
    '',
    ...(signInLink === null
      ? [`  To sign in, make a link:  ${command} sign-in-link`]
      : [`  Sign in (works once, within ${LINK_HOURS} hours):`, `  ${signInLink}`]),
    '',
    ...(fetchRecommended
      ? [`  Public lists of sites are fetched in the background:  ${command} categories list`, '']
      : []),
    '  To enroll a device, make a token here and use it there:',
    `    ${command} enrollment-tokens create --ou / --uses 1 --expires 1d${dataDirFlag(school)}`,
    `    ${enrollCommand(url, 'TOKEN')}`,
    '',
    '  Ctrl-C stops the server.',
  ];
  return {
    block: `\n${lines.join('\n')}\n`,
    facts: {
      http: url,
      httpPort,
      mqtt: mqttPort,
      signIn: signInLink,
      dataDir: layout.root,
      caFingerprint: authorityFingerprint,
      pid: process.pid,
      demo,
    },
  };
}

/** A command that is to work as it stands must find the data folder; the default one it finds by itself. */
function dataDirFlag({ layout }: RunningSchool): string {
  if (isInstalled()) return '';
  const isDefault =
    layout.root.endsWith('/schoolgate-data') && layout.root === `${process.cwd()}/schoolgate-data`;
  return isDefault ? '' : ` --data-dir ${layout.root}`;
}
