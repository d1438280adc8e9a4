import type { InputOf } from '../../channel/calls.ts';
import type { HostCall } from '../../ports/filter-control.ts';
import { HOST_TAKES, type HostTakes } from './host/protocol.ts';
import type { WindowsHost } from './host/windows-host.ts';

/** A call of the native host as data, for plans. */
export type WindowsCall = {
  [Name in keyof HostTakes & string]: { readonly name: Name; readonly input: InputOf<HostTakes, Name> };
}[keyof HostTakes & string];

/**
 * Carries out a planned call. One that does not fit the protocol is refused before it is sent, for the host would end by it.
 * @throws when it does not fit, or the host refuses
 */
export async function actOn(windows: WindowsHost, { name, input }: HostCall): Promise<void> {
  if (!isName(name)) throw new Error(`the native host knows no call ${name}`);
  // The channel looks at the input.
  await windows.call(name, input as never);
}

function isName(name: string): name is keyof HostTakes & string {
  return Object.hasOwn(HOST_TAKES, name);
}
