import type { InEveryLanguage } from './language.ts';

/** What came of a PIN that was typed. */
export type PinResultName = 'unlocked' | 'wrong' | 'wait' | 'none';

/** What a locked laptop shows. `{end}` and `{left}` stand for a moment and a duration, which the page itself puts in. */
export interface LockPageWords {
  readonly lockedBy: (organisation: string) => string;
  readonly locked: string;
  readonly until: string;
  readonly untilWithRest: string;
  readonly minutes: string;
  readonly hours: string;
  readonly days: string;
  readonly pinLabel: string;
  readonly unlock: string;
  readonly help: string;
  readonly results: Readonly<Record<PinResultName, string>>;
  readonly notLocked: { readonly title: string; readonly text: string };
}

export const LOCK_PAGE_WORDS: InEveryLanguage<LockPageWords> = {
  en: {
    lockedBy: (organisation) => `Locked by ${organisation}`,
    locked: 'This computer is locked',
    until: 'Locked until {end}',
    untilWithRest: 'Locked until {end}, for another {left}',
    minutes: 'min',
    hours: 'h',
    days: 'days',
    pinLabel: 'PIN from your school',
    unlock: 'Unlock',
    help: 'Need help?',
    results: {
      unlocked: 'Unlocked.',
      wrong: 'That PIN is not right. Please try again.',
      wait: 'Too many tries. Please wait some minutes, then try again.',
      none: 'This lock cannot be opened with a PIN.',
    },
    notLocked: { title: 'This laptop is not locked', text: 'You can go on.' },
  },
  es: {
    lockedBy: (organisation) => `Pantalla bloqueada por ${organisation}`,
    locked: 'La pantalla de este equipo está bloqueada',
    until: 'Pantalla bloqueada hasta {end}',
    untilWithRest: 'Pantalla bloqueada hasta {end}, quedan {left}',
    minutes: 'min',
    hours: 'h',
    days: 'días',
    pinLabel: 'PIN de su centro',
    unlock: 'Desbloquear',
    help: '¿Necesita ayuda?',
    results: {
      unlocked: 'Pantalla desbloqueada.',
      wrong: 'Ese PIN no es correcto. Inténtelo de nuevo.',
      wait: 'Demasiados intentos. Espere unos minutos e inténtelo de nuevo.',
      none: 'Este bloqueo no se puede quitar con un PIN.',
    },
    notLocked: { title: 'La pantalla de este portátil no está bloqueada', text: 'Puede continuar.' },
  },
};
