import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { usePreferences, useSavePreferences } from '../../../app/client/preferences.ts';
import { common } from '../../../app/words/common.ts';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { DevicesSearch } from '../search.ts';
import { devicesWords } from '../words.ts';
import { withView } from './views.ts';

/** The present filters get a name, and stay with the account. */
export function NameForm({
  search,
  onClose,
}: {
  readonly search: DevicesSearch;
  readonly onClose: () => void;
}) {
  const w = devicesWords.read();
  const { savedViews } = usePreferences();
  const save = useSavePreferences();
  const [name, setName] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ savedViews: withView(savedViews, name.trim(), search) }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextInput
          label={w.viewName}
          description={w.viewNameHint}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={80}
          required
          data-autofocus
        />
        <Problem error={save.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {common.read().cancel}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {w.saveViewAct}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
