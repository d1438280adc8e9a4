/** Where the browser keeps the colours; `theme.js` reads it before the first paint. Values: `auto`, `light`, `dark`. */
export const THEME_KEY = 'schoolgate-theme';

const SHORTCUTS_KEY = 'schoolgate-shortcuts';

/** Keys of one letter can be off (WCAG 2.2, 2.1.4). */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(SHORTCUTS_KEY) !== 'off';
}

export function setShortcuts(wanted: 'on' | 'off'): void {
  localStorage.setItem(SHORTCUTS_KEY, wanted);
}
