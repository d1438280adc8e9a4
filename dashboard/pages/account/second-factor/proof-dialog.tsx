import { Button, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SecondFactorProof } from '../../../../sdk/node/index.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { words } from './words.en.ts';

/** Asks a signed-in person for the password or a code before something is done to the second factor. */
export function ProofDialog({
  words: w,
  title,
  text,
  act,
  onClose,
}: {
  readonly words: typeof words;
  readonly title: string;
  readonly text: string;
  readonly act: (proof: SecondFactorProof) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const c = common.read();
  const [kind, setKind] = useState<'password' | 'code'>('password');
  const run = useMutation({ mutationFn: act });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get(kind);
    if (typeof given === 'string') run.mutate({ [kind]: given });
  };
  return (
    <Dialog opened onClose={onClose} title={title} size="small">
      <form onSubmit={submit}>
        <Stack gap={16}>
          <p className="account-text">{text}</p>
          <SegmentedControl
            aria-label={w.proofKind}
            value={kind}
            onChange={(value) => setKind(value === 'code' ? 'code' : 'password')}
            data={[
              { value: 'password', label: w.byPassword },
              { value: 'code', label: w.byCode },
            ]}
          />
          {kind === 'password' ? (
            <PasswordInput
              name="password"
              label={w.password}
              autoComplete="current-password"
              maxLength={256}
              required
              withAsterisk={false}
            />
          ) : (
            <TextInput
              name="code"
              label={w.proofCode}
              autoComplete="one-time-code"
              maxLength={40}
              required
              withAsterisk={false}
            />
          )}
          <Problem error={run.error} />
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {c.cancel}
            </Button>
            <Button type="submit" loading={run.isPending}>
              {title}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
