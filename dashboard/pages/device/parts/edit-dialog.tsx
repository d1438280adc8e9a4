import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Device } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toasts.ts';
import { UnitField } from '../../../ui/unit-field.tsx';
import { askDevice } from '../queries.ts';
import { deviceWords } from '../words.ts';

interface EditDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

/** Name, unit, asset tag and tags. Who uses the laptop is told by the laptop itself. */
export function EditDialog({ device, onClose }: EditDialogProps) {
  const w = deviceWords.read().edit;
  const client = useQueryClient();
  const [name, setName] = useState(device.name);
  const [ou, setOu] = useState(device.ou);
  const [assetTag, setAssetTag] = useState(device.assetTag ?? '');
  const [tags, setTags] = useState(device.tags.join(', '));
  const save = useMutation({
    mutationFn: () =>
      school.devices.update(device.id, {
        name: name.trim(),
        ...(ou === device.ou ? {} : { ou }),
        assetTag: assetTag.trim() === '' ? null : assetTag.trim(),
        tags: tagsOf(tags),
      }),
    onSuccess: async (changed) => {
      client.setQueryData(askDevice(device.id).queryKey, changed);
      toast({ text: w.saved(changed.name) });
      onClose();
      await client.invalidateQueries({ queryKey: ['devices'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') save.mutate();
  };
  return (
    <Dialog opened={true} onClose={onClose} title={w.title(device.name)}>
      <form onSubmit={submit}>
        <Stack gap={16}>
          <TextInput
            label={w.name}
            required={true}
            maxLength={120}
            value={name}
            error={fieldProblem(save.error, '#/name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <UnitField
            label={w.unit}
            value={ou}
            onChange={setOu}
            error={fieldProblem(save.error, '#/ou')}
            required={true}
          />
          <TextInput
            label={w.assetTag}
            maxLength={120}
            value={assetTag}
            error={fieldProblem(save.error, '#/assetTag')}
            onChange={({ currentTarget }) => setAssetTag(currentTarget.value)}
          />
          <TextInput
            label={w.tags}
            description={w.tagsHint}
            value={tags}
            error={fieldProblem(save.error, '#/tags')}
            onChange={({ currentTarget }) => setTags(currentTarget.value)}
          />
          <Problem error={save.error} />
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {common.read().cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {common.read().save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

function tagsOf(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
