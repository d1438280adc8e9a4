import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { areShortcutsOn } from '../client/browser-settings.ts';
import { PLACES } from './places.ts';

/** The letter after G must come within this time (milliseconds). */
const GO_MS = 1_500;

/** Keys that work on every page. Those of one letter work outside fields only, and can be off (WCAG 2.2, 2.1.4). */
export function useShortcuts(opens: {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}): void {
  const navigate = useNavigate();
  const latest = useRef(opens);
  useEffect(() => {
    latest.current = opens;
  });
  useEffect(() => {
    let goUntil = 0;
    const go = (event: KeyboardEvent): void => {
      goUntil = 0;
      const place = PLACES.find((one) => one.go === event.key.toLowerCase());
      if (place === undefined) return;
      event.preventDefault();
      void navigate({ to: place.to });
    };
    const acts: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
      g: (event) => {
        goUntil = event.timeStamp + GO_MS;
      },
      '?': () => latest.current.openHelp(),
      '/': focusSearch,
    };
    const hear = (event: KeyboardEvent): void => {
      if (isPaletteKey(event)) {
        event.preventDefault();
        latest.current.openPalette();
      }
      if (!isPlain(event)) return;
      const act = event.timeStamp < goUntil ? go : acts[event.key];
      act?.(event);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [navigate]);
}

function isPaletteKey({ metaKey, ctrlKey, key }: KeyboardEvent): boolean {
  return (metaKey || ctrlKey) && key.toLowerCase() === 'k';
}

/** Whether the key stands alone, and goes into nothing that takes letters. */
function isPlain({ metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean {
  return !metaKey && !ctrlKey && !altKey && areShortcutsOn() && !isTyping(target);
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
