import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { common } from '../app/words/common.ts';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface ConfirmProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will be, naming the thing. */
  readonly text: ReactNode;
  /** Verb and noun: "Delete the key". */
  readonly act: string;
  readonly danger?: boolean;
  readonly run: () => Promise<unknown>;
}

/** Asks once more before what cannot be undone. */
export function Confirm({ opened, onClose, title, text, act, danger = false, run }: ConfirmProps) {
  const action = useMutation({ mutationFn: run, onSuccess: onClose });
  const close = () => {
    action.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title} size="small">
      <div className="stack">
        {typeof text === 'string' ? <p>{text}</p> : text}
        <Problem error={action.error} />
        <DialogButtons>
          <Button variant="default" onClick={close}>
            {common.read().cancel}
          </Button>
          <Button
            {...(danger ? { color: 'bad' } : {})}
            loading={action.isPending}
            onClick={() => action.mutate()}
          >
            {act}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
