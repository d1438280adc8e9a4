import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Command, Device, LockParams } from '../../../../sdk/node/index.ts';
import { common } from '../../../app/words/common.ts';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { deviceWords } from '../words.ts';
import { newPin } from './new-pin.ts';
import { ScreenPicture } from './screen-picture.tsx';
import { useSendLock } from './use-send.ts';

const MAX_MESSAGE = 500;
const MAX_MINUTES = 10_080;
const PIN = /^[0-9]{4,8}$/;

interface LockFormProps {
  readonly device: Device;
  readonly onAsked: (command: Command, params: LockParams) => void;
  readonly onCancel: () => void;
}

type Length = 'open' | '15' | '30' | '60' | '180' | 'own';

export function LockForm({ device, onAsked, onCancel }: LockFormProps) {
  const w = deviceWords.read().lock;
  const send = useSendLock(device.id);
  const [message, setMessage] = useState('');
  const [length, setLength] = useState<Length>('open');
  const [ownMinutes, setOwnMinutes] = useState<number | string>(45);
  const [pin, setPin] = useState<string | null>(null);
  const minutes = minutesOf(length, ownMinutes);
  const isPinWrong = pin !== null && !PIN.test(pin);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPinWrong || minutes === undefined) return;
    const params: LockParams = {
      ...(message.trim() === '' ? {} : { message: message.trim() }),
      ...(minutes === null ? {} : { durationMinutes: minutes }),
      ...(pin === null ? {} : { pin }),
    };
    send.mutate(params, { onSuccess: (command) => onAsked(command, params) });
  };
  return (
    <form onSubmit={submit} className="device-lock">
      <Stack gap={16}>
        {device.status === 'online' ? null : <Notice kind="wait">{w.offline(device.name)}</Notice>}
        <Textarea
          label={w.message}
          description={w.messageHint}
          value={message}
          maxLength={MAX_MESSAGE}
          rows={3}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <SelectField
          label={w.until}
          description={w.untilHint}
          data={lengths()}
          value={length}
          onChange={(value) => setLength((value ?? 'open') as Length)}
        />
        {length === 'own' ? (
          <NumberField
            label={w.minutes}
            value={ownMinutes}
            min={1}
            max={MAX_MINUTES}
            error={minutes === undefined ? w.minutesWrong : undefined}
            onChange={setOwnMinutes}
          />
        ) : null}
        <PinField pin={pin} onChange={setPin} isWrong={isPinWrong} />
        <Problem error={send.error} />
      </Stack>
      <ScreenPicture message={message} minutes={minutes ?? null} hasPin={pin !== null} />
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          {common.read().cancel}
        </Button>
        <Button type="submit" loading={send.isPending}>
          {w.act}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface PinFieldProps {
  readonly pin: string | null;
  readonly onChange: (pin: string | null) => void;
  readonly isWrong: boolean;
}

/** A PIN is made as soon as one is wanted; whoever has one in mind types over it. */
function PinField({ pin, onChange, isWrong }: PinFieldProps) {
  const w = deviceWords.read().lock;
  return (
    <Stack gap={8}>
      <Checkbox
        label={w.withPin}
        description={w.withPinHint}
        checked={pin !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? newPin() : null)}
      />
      {pin === null ? null : (
        <div className="device-lock-pin">
          <TextInput
            label={w.pin}
            description={w.pinHint}
            value={pin}
            inputMode="numeric"
            maxLength={8}
            autoComplete="off"
            error={isWrong ? w.pinWrong : undefined}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <Button variant="default" onClick={() => onChange(newPin())}>
            {w.newPin}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function lengths(): { value: Length; label: string }[] {
  const w = deviceWords.read().lock;
  return [
    { value: 'open', label: w.untilUnlocked },
    { value: '15', label: w.forMinutes(15) },
    { value: '30', label: w.forMinutes(30) },
    { value: '60', label: w.forMinutes(60) },
    { value: '180', label: w.forMinutes(180) },
    { value: 'own', label: w.ownLength },
  ];
}

/** Null = until somebody unlocks it; undefined = what was typed is no length. */
function minutesOf(length: Length, own: number | string): number | null | undefined {
  if (length === 'open') return null;
  const minutes = Number(length === 'own' ? own : length);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_MINUTES ? minutes : undefined;
}
