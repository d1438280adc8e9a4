const KEY = 'schoolgate.shortcuts';

/** Whether this browser listens to keys of one letter (WCAG 2.1.4). They are on until somebody turns them off. */
export function shortcutsAreOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function setShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}
