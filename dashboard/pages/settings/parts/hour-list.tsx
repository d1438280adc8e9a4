import { ActionIcon, Button, Checkbox, Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { WEEKDAYS } from '../../../../contracts/policy/model.ts';
import type { OrganizationSchoolHour } from '../../../../sdk/node/index.ts';
import { Icon } from '../../../ui/icon.tsx';
import { settingsWords } from '../words.ts';

const SCHOOL_DAY: OrganizationSchoolHour = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '08:00',
  to: '15:30',
};

interface HourListProps {
  readonly hours: readonly OrganizationSchoolHour[];
  readonly onChange: (hours: readonly OrganizationSchoolHour[]) => void;
  readonly error: string | undefined;
}

/** When lessons are. */
export function HourList({ hours, onChange, error }: HourListProps): ReactNode {
  const w = settingsWords.read();
  const replace = (at: number, part: Partial<OrganizationSchoolHour>): void =>
    onChange(hours.map((hour, index) => (index === at ? { ...hour, ...part } : hour)));
  return (
    <fieldset className="settings-list">
      <legend className="text-label">{w.schoolHours}</legend>
      <p className="text-meta quiet">{hours.length === 0 ? w.alwaysSchool : w.schoolHoursHelp}</p>
      {hours.map((hour, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
        <div key={at} className="settings-row">
          <Days label={w.daysOf(at + 1)} days={hour.days} onChange={(days) => replace(at, { days })} />
          <TextInput
            type="time"
            aria-label={w.fromOf(at + 1)}
            value={hour.from}
            onChange={(event) => replace(at, { from: event.currentTarget.value })}
          />
          <span aria-hidden="true">–</span>
          <TextInput
            type="time"
            aria-label={w.toOf(at + 1)}
            value={hour.to}
            onChange={(event) => replace(at, { to: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={w.removeHours(at + 1)}
            onClick={() => onChange(hours.filter((_, index) => index !== at))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && <p className="settings-fault">{error}</p>}
      <div>
        <Button variant="default" onClick={() => onChange([...hours, SCHOOL_DAY])}>
          {w.addHours}
        </Button>
      </div>
    </fieldset>
  );
}

interface DaysProps {
  readonly label: string;
  readonly days: readonly string[];
  readonly onChange: (days: string[]) => void;
}

/** Days of the week, in their order. */
export function Days({ label, days, onChange }: DaysProps): ReactNode {
  const w = settingsWords.read();
  return (
    <Checkbox.Group
      aria-label={label}
      value={[...days]}
      onChange={(chosen) => onChange(WEEKDAYS.filter((day) => chosen.includes(day)))}
    >
      <Group gap={12}>
        {WEEKDAYS.map((day) => (
          <Checkbox key={day} value={day} label={w.days[day]} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
