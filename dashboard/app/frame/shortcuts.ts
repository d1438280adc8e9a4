import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { areShortcutsOn } from '../client/browser-settings.ts';
import { PLACES } from './places.ts';

/** The letter after G must come within this time (milliseconds). */
const GO_MS = 1_500;

/** Keys that work on every page. Those of one letter work outside fields only, and can be off (WCAG 2.2, 2.1.4). */
export function useShortcuts(acts: { readonly openPalette: () => void; readonly openHelp: () => void }): void {
  const navigate = useNavigate();
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    let goUntil = 0;
    const hear = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return latest.current.openPalette();
      }
      if (event.metaKey || event.ctrlKey || event.altKey || !areShortcutsOn() || isTyping(event.target)) return;
      if (event.timeStamp < goUntil) {
        goUntil = 0;
        const place = PLACES.find(({ go }) => go === event.key.toLowerCase());
        if (place === undefined) return;
        event.preventDefault();
        return void navigate({ to: place.to });
      }
      if (event.key === 'g') goUntil = event.timeStamp + GO_MS;
      if (event.key === '?') latest.current.openHelp();
      if (event.key === '/') focusSearch(event);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [navigate]);
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (field === null) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/** Whether a key goes into a field, or into a dialog or menu that has keys of its own. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null
  );
}
