import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import { askKey } from '../queries.ts';
import { keysWords } from '../words.ts';
import { fieldsOf, inputOf, type KeyFields } from './key-fields.ts';
import { KeyForm } from './key-form.tsx';

interface EditKeyDialogProps {
  readonly of: ApiKey;
  readonly onClose: () => void;
}

/** Changes what a key may do, and until when. Its secrets stay. */
export function EditKeyDialog({ of, onClose }: EditKeyDialogProps) {
  const w = keysWords.read();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (fields: KeyFields) => school.keys.update(of.id, inputOf(fields)),
    onSuccess: async (key) => {
      client.setQueryData(askKey(of.id).queryKey, key);
      toast({ text: w.saved(key.name) });
      onClose();
      await client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <Dialog opened={true} onClose={onClose} title={w.editTitle(of.name)}>
      <KeyForm
        start={fieldsOf(of)}
        act={common.read().save}
        error={save.error}
        isPending={save.isPending}
        onSubmit={save.mutate}
        onCancel={onClose}
      />
    </Dialog>
  );
}
