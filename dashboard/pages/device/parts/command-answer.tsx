import type { Command } from '../../../../sdk/node/index.ts';
import { CopyBlock } from '../../../ui/copy-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { deviceWords } from '../words.ts';
import { commandName } from './command-name.ts';

interface CommandAnswerProps {
  /** Null = none is shown. */
  readonly command: Command | null;
  readonly onClose: () => void;
}

/** What the laptop answered: plain values as a list, the rest as it came, to be copied for whoever helps. */
export function CommandAnswer({ command, onClose }: CommandAnswerProps) {
  const w = deviceWords.read().commands;
  if (command === null) return null;
  const members = Object.entries(command.result ?? {});
  const plain = members.flatMap(([label, value]) => {
    const text = plainText(value);
    return text === null ? [] : [{ label: answerName(label), value: text }];
  });
  const isWhole = plain.length === members.length;
  return (
    <Dialog opened={true} onClose={onClose} title={w.answerTitle(commandName(command.type))} size="wide">
      <Facts items={plain} />
      {isWhole ? null : <CopyBlock label={w.answerWhole} text={JSON.stringify(command.result, null, 2)} />}
    </Dialog>
  );
}

function plainText(value: unknown): string | null {
  const w = deviceWords.read().commands;
  if (typeof value === 'boolean') return value ? w.yes : w.no;
  if (value === null) return '–';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function answerName(member: string): string {
  const names: Readonly<Record<string, string>> = deviceWords.read().answerNames;
  return names[member] ?? member;
}
