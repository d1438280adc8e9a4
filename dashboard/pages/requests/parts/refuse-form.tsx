import { Button, Checkbox, Group, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { AccessRequestRefused } from '../../../../sdk/node/index.ts';
import { common } from '../../../app/words/common.ts';
import { requestsWords } from '../words.ts';

const MAX_WORDS = 300;

interface RefuseFormProps {
  /** How many others wait for the same host. */
  readonly others: number;
  readonly busy: boolean;
  readonly refuse: (decision: AccessRequestRefused) => void;
  readonly onClose: () => void;
}

/** A student who is refused reads why. */
export function RefuseForm({ others, busy, refuse, onClose }: RefuseFormProps): ReactNode {
  const w = requestsWords.read();
  const [words, setWords] = useState('');
  const [all, setAll] = useState(false);
  const [fault, setFault] = useState(false);
  const send = (): void => {
    const told = words.trim();
    setFault(told === '');
    if (told !== '') refuse({ decision: 'refuse', words: told, ...(all ? { others: true } : {}) });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  const hear = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };
  return (
    <form className="requests-panel" onSubmit={submit} aria-label={w.refuseOpen} noValidate>
      <Textarea
        autoFocus
        label={w.wordsToStudent}
        description={w.refuseWords}
        value={words}
        maxLength={MAX_WORDS}
        rows={3}
        required
        withAsterisk={false}
        error={fault ? w.wordsNeeded : undefined}
        onKeyDown={hear}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {others > 0 && (
        <Checkbox
          label={w.refuseOthers(others)}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      <Group gap={8}>
        <Button type="submit" color="bad" loading={busy}>
          {w.refuse}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common.read().cancel}
        </Button>
      </Group>
    </form>
  );
}
