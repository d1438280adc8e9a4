import { Button, TextInput } from '@mantine/core';
import { common } from '../app/words/common.ts';
import { CopyButton } from './copy-text.tsx';
import { Notice } from './notice.tsx';

interface SecretOnceProps {
  /** What it is: "API key". */
  readonly label: string;
  readonly value: string;
  readonly onDone: () => void;
  readonly doneLabel?: string;
}

/** A secret that the server tells once. One leaves by saying that one has it. */
export function SecretOnce({ label, value, onDone, doneLabel }: SecretOnceProps) {
  const w = common.read();
  return (
    <div className="stack">
      <Notice kind="warn" title={w.shownOnce} />
      <div className="secret-once">
        <TextInput
          label={label}
          value={value}
          readOnly
          className="secret-once-field"
          classNames={{ input: 'mono' }}
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
        />
        <CopyButton text={value} />
      </div>
      <div className="dialog-buttons">
        <Button onClick={onDone}>{doneLabel ?? w.iHaveCopied}</Button>
      </div>
    </div>
  );
}
