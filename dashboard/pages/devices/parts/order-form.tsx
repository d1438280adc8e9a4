import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { duration } from '../../../app/time/tell.ts';
import { common } from '../../../app/words/common.ts';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { devicesWords } from '../words.ts';
import { type BulkType, newPin, type OrderText } from './commands.ts';

interface Form {
  readonly type: BulkType;
  readonly order: OrderText;
  readonly onChange: (order: OrderText) => void;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What an order asks to be filled in. The next step shows whom it hits; nothing is sent here. */
export function OrderForm({ type, order, onChange, onClose, onDone }: Form) {
  const w = devicesWords.read();
  const change = (part: Partial<OrderText>): void => onChange({ ...order, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onDone();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        {type === 'lock' && <LockFields order={order} change={change} />}
        {type === 'message' && (
          <Textarea
            label={w.messageText}
            description={w.messageHint}
            value={order.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            maxLength={2_000}
            rows={4}
            required
            data-autofocus
          />
        )}
        {type === 'open_url' && (
          <TextInput
            type="url"
            label={w.urlLabel}
            value={order.url}
            onChange={({ currentTarget }) => change({ url: currentTarget.value })}
            placeholder="https://"
            pattern="[Hh][Tt][Tt][Pp][Ss]?://.+"
            maxLength={2_048}
            required
            data-autofocus
          />
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {common.read().cancel}
          </Button>
          <Button type="submit">{w.seeWhom}</Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** How long a lock can last, in minutes. Longer than a week the API does not take. */
const MINUTES = [15, 30, 45, 60, 90, 120, 240, 480, 1_440, 10_080];
const FOR_EVER = 'always';

function LockFields({
  order,
  change,
}: {
  readonly order: OrderText;
  readonly change: (part: Partial<OrderText>) => void;
}) {
  const w = devicesWords.read();
  return (
    <>
      <Textarea
        label={w.lockMessage}
        description={w.lockMessageHint}
        value={order.message}
        onChange={({ currentTarget }) => change({ message: currentTarget.value })}
        maxLength={500}
        rows={2}
        data-autofocus
      />
      <SelectField
        label={w.lockFor}
        value={order.minutes === null ? FOR_EVER : String(order.minutes)}
        onChange={(value) => change({ minutes: value === null || value === FOR_EVER ? null : Number(value) })}
        data={[
          { value: FOR_EVER, label: w.lockForEver },
          ...MINUTES.map((minutes) => ({ value: String(minutes), label: duration(minutes * 60) })),
        ]}
      />
      <Group gap={8} align="flex-end">
        <TextInput
          className="devices-grow"
          label={w.pin}
          description={w.pinHint}
          value={order.pin}
          onChange={({ currentTarget }) => change({ pin: currentTarget.value })}
          inputMode="numeric"
          autoComplete="off"
          pattern="[0-9]{4,8}"
          maxLength={8}
        />
        <Button variant="default" onClick={() => change({ pin: newPin() })}>
          {w.makePin}
        </Button>
      </Group>
    </>
  );
}
