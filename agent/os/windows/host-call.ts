import { Compile } from 'typebox/compile';
import type { InputOf } from '../../channel/calls.ts';
import type { HostCall } from '../../ports/filter-control.ts';
import { HOST_TAKES, type HostTakes } from './host/protocol.ts';
import type { WindowsHost } from './host/windows-host.ts';

/** A call of the native host as data, for plans. */
export type WindowsCall = {
  [Name in keyof HostTakes & string]: { readonly name: Name; readonly input: InputOf<HostTakes, Name> };
}[keyof HostTakes & string];

/**
 * Carries out a planned call. A host that gets a message which does not fit the protocol ends, so that it is looked at before: such a call is refused here.
 * @throws when it does not fit, or the host refuses
 */
export async function actOn(host: WindowsHost, call: HostCall): Promise<void> {
  if (!isWindowsCall(call)) throw new Error(`the call ${call.name} does not fit the protocol of the host`);
  await host.call(call.name, call.input);
}

function isWindowsCall(call: HostCall): call is WindowsCall {
  return isHostCallName(call.name) && fits(call.name, call.input);
}

function isHostCallName(name: string): name is keyof HostTakes & string {
  return Object.hasOwn(HOST_TAKES, name);
}

const compiled = new Map<string, ReturnType<typeof Compile>>();

function fits(name: keyof HostTakes & string, input: unknown): boolean {
  const validator = compiled.get(name) ?? Compile(HOST_TAKES[name].input);
  compiled.set(name, validator);
  return validator.Check(input);
}
