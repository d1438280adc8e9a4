import { Compile } from 'typebox/compile';
import type { HostFilter } from '../../../../../agent/os/windows/engine-rules.ts';
import { HOST_TAKES, type HostTakes } from '../../../../../agent/os/windows/host/protocol.ts';
import type { WindowsCall } from '../../../../../agent/os/windows/host-call.ts';
import type { FilterStep, HostCall } from '../../../../../agent/ports/filter-control.ts';

/** A call that fits the protocol. @throws when it does not */
function checkedCall(call: HostCall): WindowsCall {
  if (!isWindowsCall(call))
    throw new Error(`${call.name} does not fit the protocol: ${JSON.stringify(call)}`);
  return call;
}

function isWindowsCall(call: HostCall): call is WindowsCall {
  return isName(call.name) && Compile(HOST_TAKES[call.name].input).Check(call.input);
}

function isName(name: string): name is keyof HostTakes & string {
  return Object.hasOwn(HOST_TAKES, name);
}

/** All calls of steps. */
export function callsOf(steps: readonly FilterStep[]): readonly WindowsCall[] {
  return steps.flatMap((step) => ('host' in step ? step.host.map(checkedCall) : []));
}

/** The filters that steps give a set or an opening of it; null = they do not touch it. */
export function plannedFilters(steps: readonly FilterStep[], name: string): readonly HostFilter[] | null {
  for (const call of callsOf(steps)) {
    if (call.name === 'wfp.replace' && call.input.set === name) return call.input.filters;
    if (call.name === 'wfp.open' && call.input.opening === name) return call.input.filters;
  }
  return null;
}

/** One step a paragraph, one change or filter a line. */
export function readableSteps(steps: readonly FilterStep[]): string {
  return steps
    .map((step) => {
      const head = `# ${step.id}: ${step.what}\n`;
      if ('host' in step) return head + step.host.map((call) => readableCall(checkedCall(call))).join('');
      if ('file' in step) return `${head}${step.file}\n`;
      return `${head}${step.cmd.join(' ')}\n${step.undo.map((cmd) => `undo: ${cmd.join(' ')}\n`).join('')}`;
    })
    .join('\n');
}

function readableCall(call: WindowsCall): string {
  if (call.name === 'registry.write')
    return `${call.name}\n${call.input.changes.map(readableChange).join('')}`;
  if (call.name === 'wfp.replace')
    return `${call.name} ${call.input.set}\n${readableFilters(call.input.filters)}`;
  if (call.name === 'wfp.open')
    return `${call.name} ${call.input.set} ${call.input.opening} ${call.input.seconds} s\n${readableFilters(call.input.filters)}`;
  return `${call.name} ${JSON.stringify(call.input)}\n`;
}

type Change = Extract<WindowsCall, { readonly name: 'registry.write' }>['input']['changes'][number];

function readableChange(change: Change): string {
  if ('set' in change)
    return `  set ${change.set} | ${change.name} = ${change.kind} ${JSON.stringify(change.data)}\n`;
  return 'remove' in change ? `  remove ${change.remove} | ${change.name}\n` : `  prune ${change.prune}\n`;
}

/** `filter 15 connect4 permit pb loopback …`: persistent, boot, session by their first letters; equal filters of several lives are one line. */
export function readableFilters(filters: readonly HostFilter[]): string {
  const lives = new Map<string, string>();
  for (const { name, layer, life, action, weight, conditions } of filters) {
    const values = conditions.map(({ field, is }) => (is === true ? field : `${field}=${is}`));
    const line = `${weight} ${layer} ${action} LIFE ${[name, ...values].join(' ')}`;
    lives.set(line, `${lives.get(line) ?? ''}${life[0]}`);
  }
  return [...lives].map(([line, letters]) => `  filter ${line.replace('LIFE', letters)}\n`).join('');
}
