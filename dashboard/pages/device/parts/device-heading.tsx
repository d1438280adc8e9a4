import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { Device } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { Icon } from '../../../ui/icon.tsx';
import { problemText } from '../../../ui/problem.tsx';
import { askDevice } from '../queries.ts';
import { deviceWords } from '../words.ts';

/** The name of the laptop, which is changed where it stands. */
export function DeviceHeading({ device }: { readonly device: Device }) {
  const w = deviceWords.read();
  const may = useMay();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <Rename device={device} onEnd={() => setEditing(false)} />;
  return (
    <span className="device-heading">
      <span>{device.name}</span>
      {may('updateDevice') ? (
        <ActionIcon variant="subtle" aria-label={w.rename(device.name)} onClick={() => setEditing(true)}>
          <Icon name="edit" />
        </ActionIcon>
      ) : null}
    </span>
  );
}

function Rename({ device, onEnd }: { readonly device: Device; readonly onEnd: () => void }) {
  const w = deviceWords.read();
  const words = common.read();
  const client = useQueryClient();
  const [name, setName] = useState(device.name);
  const rename = useMutation({
    mutationFn: () => school.devices.update(device.id, { name: name.trim() }),
    onSuccess: async (changed) => {
      client.setQueryData(askDevice(device.id).queryKey, changed);
      onEnd();
      await client.invalidateQueries({ queryKey: ['devices'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '' || name.trim() === device.name) onEnd();
    else rename.mutate();
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onEnd();
  };
  return (
    <form className="device-heading" onSubmit={submit}>
      <TextInput
        aria-label={w.edit.name}
        value={name}
        maxLength={120}
        autoFocus={true}
        error={rename.error === null ? undefined : problemText(rename.error)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={leave}
      />
      <Button type="submit" loading={rename.isPending}>
        {words.save}
      </Button>
      <Button variant="default" onClick={onEnd}>
        {words.cancel}
      </Button>
    </form>
  );
}
