import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { common } from '../../../app/words/common.ts';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { UnitField } from '../../../ui/unit-field.tsx';
import { type DevicesSearch, devicesSearch, type ListName } from '../search.ts';
import { devicesWords } from '../words.ts';
import { valuesOf } from './chips.ts';

/** Conditions of which one chooses among a few. */
const CHOICES = ['status', 'protection', 'lock', 'campus', 'platform'] as const satisfies readonly ListName[];
/** Conditions that are typed, several with commas. */
const WRITTEN = ['tag', 'user', 'agentVersion', 'os'] as const satisfies readonly ListName[];

interface Filters {
  readonly search: DevicesSearch;
  readonly onClose: () => void;
  readonly onDone: (search: DevicesSearch) => void;
}

/** All conditions in one place, in a dialog. They hold when it is left by its button. */
export function FilterForm({ search, onClose, onDone }: Filters) {
  const w = devicesWords.read();
  const [draft, setDraft] = useState(search);
  const [written, setWritten] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(WRITTEN.map((name) => [name, search[name]?.join(', ') ?? ''])),
  );
  const change = (part: Partial<DevicesSearch>): void => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const lists = Object.fromEntries(WRITTEN.map((name) => [name, wordsOf(written[name] ?? '')]));
    onDone(devicesSearch({ ...draft, ...lists }));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <div className="devices-choices">
          {CHOICES.map((name) => (
            <Checkbox.Group
              key={name}
              label={w.filters[name]}
              value={[...(draft[name] ?? [])]}
              onChange={(values) => change({ [name]: values.length === 0 ? undefined : values })}
            >
              <Stack gap={4}>
                {Object.entries(valuesOf(name)).map(([value, label]) => (
                  <Checkbox key={value} value={value} label={label} />
                ))}
              </Stack>
            </Checkbox.Group>
          ))}
        </div>
        <UnitField
          label={w.filters.ou}
          value={draft.ou?.[0] ?? ''}
          onChange={(path) => change({ ou: path === '' ? undefined : [path] })}
          withAll
        />
        <div className="devices-written">
          {WRITTEN.map((name) => (
            <TextInput
              key={name}
              label={w.filters[name]}
              description={w.withCommas}
              value={written[name] ?? ''}
              onChange={({ currentTarget: { value } }) => setWritten({ ...written, [name]: value })}
            />
          ))}
          <NumberField
            label={w.filters.maxBattery}
            value={draft.maxBattery ?? ''}
            onChange={(value) => change({ maxBattery: value === '' ? undefined : Number(value) })}
            min={0}
            max={100}
            suffix=" %"
          />
        </div>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {common.read().cancel}
          </Button>
          <Button type="submit">{w.filterAct}</Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function wordsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
