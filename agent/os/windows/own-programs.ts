import { win32 } from 'node:path';

/** Whether a program lies in the same folder as another: where ours are, administrators alone can put one. */
export function isBeside(program: string, other: string): boolean {
  return win32.dirname(program).toLowerCase() === win32.dirname(other).toLowerCase();
}
