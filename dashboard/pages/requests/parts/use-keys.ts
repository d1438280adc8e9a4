import { useEffect, useRef } from 'react';
import { areShortcutsOn } from '../../../app/client/browser-settings.ts';

/** What keys do: `a`, `shift+a`. What is undefined cannot be done now. */
export type KeyActs = Readonly<Record<string, (() => void) | undefined>>;

/** After `G`, a letter goes to another page. */
const GO_MS = 1_500;
const TYPING =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]';

/** Listens to single keys, unless somebody types, a dialog is open, or the person has turned them off (WCAG 2.1.4). */
export function useKeys(acts: KeyActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    const hear = (event: KeyboardEvent): void => {
      if (isForOthers(event)) return;
      const letter = event.key.toLowerCase();
      const goes = event.timeStamp - wentAt < GO_MS;
      wentAt = letter === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const act = latest.current[event.shiftKey ? `shift+${letter}` : letter];
      if (act === undefined || goes) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

function isForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (event.target instanceof Element && event.target.closest(TYPING) !== null) return true;
  if (document.querySelector('[role=dialog]') !== null) return true;
  return !areShortcutsOn();
}
