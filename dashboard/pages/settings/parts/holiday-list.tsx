import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OrganizationHoliday } from '../../../../sdk/node/index.ts';
import { Icon } from '../../../ui/icon.tsx';
import { settingsWords } from '../words.ts';

interface HolidayListProps {
  readonly holidays: readonly OrganizationHoliday[];
  readonly onChange: (holidays: readonly OrganizationHoliday[]) => void;
  readonly error: string | undefined;
}

/** Days without school. */
export function HolidayList({ holidays, onChange, error }: HolidayListProps): ReactNode {
  const w = settingsWords.read();
  const replace = (at: number, part: Partial<OrganizationHoliday>): void =>
    onChange(holidays.map((holiday, index) => (index === at ? { ...holiday, ...part } : holiday)));
  return (
    <fieldset className="settings-list">
      <legend className="text-label">{w.holidays}</legend>
      <p className="text-meta quiet">{holidays.length === 0 ? w.noHolidays : w.holidaysHelp}</p>
      {holidays.map((holiday, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
        <div key={at} className="settings-row">
          <TextInput
            className="settings-grow"
            aria-label={w.holidayName(at + 1)}
            placeholder={w.holidayHint}
            value={holiday.name}
            maxLength={120}
            onChange={(event) => replace(at, { name: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            aria-label={w.firstDay(at + 1)}
            value={holiday.from}
            onChange={(event) => replace(at, { from: event.currentTarget.value })}
          />
          <span aria-hidden="true">–</span>
          <TextInput
            type="date"
            aria-label={w.lastDay(at + 1)}
            value={holiday.to}
            onChange={(event) => replace(at, { to: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={w.removeHoliday(holiday.name === '' ? String(at + 1) : holiday.name)}
            onClick={() => onChange(holidays.filter((_, index) => index !== at))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && <p className="settings-fault">{error}</p>}
      <div>
        <Button variant="default" onClick={() => onChange([...holidays, { name: '', from: '', to: '' }])}>
          {w.addHoliday}
        </Button>
      </div>
    </fieldset>
  );
}
