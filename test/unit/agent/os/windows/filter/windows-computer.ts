import type { WorkerIdentity } from '../../../../../../agent/os/windows/engine-rules.ts';
import { WORKER_SERVICE_KEY } from '../../../../../../agent/os/windows/filter/filter-reading.ts';
import { NRPT_HIVES, NRPT_RULE } from '../../../../../../agent/os/windows/filter/nrpt.ts';
import { PRIVATE_SDDL } from '../../../../../../agent/os/windows/protected-folder.ts';
import type { FoundValue } from '../../../../../../agent/os/windows/registry.ts';
import { WORKER_SID } from '../../../../../../agent/os/windows/worker-account.ts';
import type { CommandRunner } from '../../../../../../agent/ports/command-runner.ts';
import { changeRegistry, makeKey } from '../../../../../support/fake-registry.ts';
import { createFakeWindows, type FakeWindows } from '../../../../../support/fake-windows.ts';

export const WORKER: WorkerIdentity = {
  program: 'C:\\Program Files\\Schoolgate\\schoolgate-agent.exe',
  sid: WORKER_SID,
};
export const OUR_RULE_KEY = `${NRPT_HIVES.local}\\${NRPT_RULE}`;
/** Its AppContainer. */
export const STORE_APP = 'S-1-15-2-11-12-13-14-15-16-17';
export const STATE_FOLDER = 'C:\\ProgramData\\Schoolgate';

/** A computer in memory with its netsh, which is asked for WinHTTP alone. */
export interface WindowsComputer extends FakeWindows {
  readonly run: CommandRunner;
  winHttp: string;
}

/** Of those that are asked for, what is there from the first. */
const KEYS_OF_WINDOWS = [
  NRPT_HIVES.local,
  'SOFTWARE\\Policies\\Microsoft\\Windows',
  'SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Internet Settings',
];

/** As docs/ and MS-GPNRPT, netsh's documentation say; never taken down on a Windows. */
export function windowsComputer(): WindowsComputer {
  const windows = createFakeWindows();
  for (const key of KEYS_OF_WINDOWS) makeKey(windows.registry, key);
  makeKey(windows.registry, WORKER_SERVICE_KEY);
  windows.facts.storeApps.packages.push({ sid: STORE_APP, name: 'calculator_8wekyb3d8bbwe' });
  windows.folders.set(STATE_FOLDER, PRIVATE_SDDL);
  const computer: WindowsComputer = {
    ...windows,
    winHttp:
      'Aktuelle erweiterte WinHTTP-Proxyeinstellungen:  {   "ProxyIsEnabled": false,   "Proxy": "",   "ProxyBypass": "",   "AutoConfigIsEnabled": false,   "AutoconfigUrl": "",   "AutoDetect": true }',
    run: {
      run(cmd) {
        const [program, , verb] = cmd;
        if (program !== 'netsh.exe') throw new Error(`nobody runs ${cmd.join(' ')}`);
        if (verb === 'set') computer.winHttp = (cmd.at(-1) ?? '').replace('settings=', '');
        return Promise.resolve({ code: 0, stdout: verb === 'show' ? computer.winHttp : '', stderr: '' });
      },
    },
  };
  return computer;
}

/** All keys and values, for comparing. */
export function registryOf({ registry }: WindowsComputer): readonly string[] {
  return [...registry]
    .flatMap(([key, values]) => [key, ...values.map((value) => `${key} | ${JSON.stringify(value)}`)])
    .sort();
}

/** Changes a value, as somebody else would. */
export function poke({ registry }: WindowsComputer, key: string, value: FoundValue): void {
  changeRegistry(registry, { set: key, ...value });
}

/** Takes a value away, as somebody else would. */
export function pokeOut({ registry }: WindowsComputer, key: string, name: string): void {
  changeRegistry(registry, { remove: key, name });
}
