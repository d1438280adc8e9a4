/** What one check found: `warn` works but should be looked at, `fail` keeps the server from working. */
export interface Finding {
  /** What was checked, in a word or two. */
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  /** What the check found. */
  readonly detail: string;
  /** What to do about it; null when nothing is to be done. */
  readonly todo: string | null;
}

export const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail, todo: null });
export const warn = (check: string, detail: string, todo: string): Finding => ({
  check,
  state: 'warn',
  detail,
  todo,
});
export const fail = (check: string, detail: string, todo: string): Finding => ({
  check,
  state: 'fail',
  detail,
  todo,
});
