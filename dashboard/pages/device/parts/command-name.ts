import { deviceWords } from '../words.ts';

/** What a type of command is called; a type that is newer than these words is shown as it is. */
export function commandName(type: string): string {
  const names: Readonly<Record<string, string>> = deviceWords.read().commandNames;
  return names[type] ?? type;
}
