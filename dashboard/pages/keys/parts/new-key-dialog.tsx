import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatedApiKey } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SecretOnce } from '../../../ui/secret-once.tsx';
import { keysWords } from '../words.ts';
import { inputOf, type KeyFields, NEW_KEY } from './key-fields.ts';
import { KeyForm } from './key-form.tsx';

interface NewKeyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** When the secret was copied. */
  readonly onMade: (key: CreatedApiKey) => void;
}

/** Makes a key, and shows its secret this once. */
export function NewKeyDialog({ opened, onClose, onMade }: NewKeyDialogProps) {
  const w = keysWords.read();
  const client = useQueryClient();
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const make = useMutation({
    mutationFn: (fields: KeyFields) => school.keys.create(inputOf(fields)),
    onSuccess: async (key) => {
      setMade(key);
      await client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const close = (): void => {
    make.reset();
    setMade(null);
    onClose();
  };
  const done = (): void => {
    if (made !== null) onMade(made);
    close();
  };
  return (
    <Dialog opened={opened} onClose={close} title={made === null ? w.create : w.made(made.name)}>
      {made === null ? (
        <KeyForm
          start={NEW_KEY}
          act={w.createAct}
          error={make.error}
          isPending={make.isPending}
          onSubmit={make.mutate}
          onCancel={close}
        />
      ) : (
        <SecretOnce label={w.secret} value={made.secret} onDone={done} />
      )}
    </Dialog>
  );
}
