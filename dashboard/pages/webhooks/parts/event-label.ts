import { webhooksWords } from '../words.ts';

/** The name of an event, and what it means. */
export function eventLabel(type: string): string {
  const words = webhooksWords.read().eventNames[type];
  return words === undefined ? type : `${type} · ${words}`;
}
