import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Organization, OrganizationPlan } from '../../../../sdk/node/index.ts';
import { useSession } from '../../../app/client/session.ts';
import { fieldProblem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { settingsWords } from '../words.ts';
import { HolidayList } from './holiday-list.tsx';
import { HourList } from './hour-list.tsx';
import { SectionForm } from './section-form.tsx';
import { Setting } from './setting.tsx';
import { type Section, useSection } from './use-section.ts';

type Named = Pick<
  Organization,
  'name' | 'timeZone' | 'accountDomain' | 'schoolHours' | 'holidays' | 'plan'
> & {
  readonly helpLine: string;
};

interface SchoolSectionProps {
  readonly organization: Organization;
}

/** What the school is called, where it is, and when it is open. */
export function SchoolSection({ organization }: SchoolSectionProps): ReactNode {
  const w = settingsWords.read();
  const { name, timeZone, accountDomain, helpLine, schoolHours, holidays, plan } = organization;
  const saved: Named = {
    name,
    timeZone,
    accountDomain,
    schoolHours,
    holidays,
    plan,
    helpLine: helpLine ?? '',
  };
  const section = useSection(organization, saved, (changed) => changed);
  return (
    <SectionForm title={w.tabs.school} section={section}>
      <Names organization={organization} section={section} />
      <Setting
        source={organization.sources.schoolHours}
        label={w.schoolHours}
        onTakeBack={() => section.takeBack({ schoolHours: null }, ['schoolHours'])}
      >
        <HourList
          hours={section.value.schoolHours}
          onChange={(hours) => section.change({ schoolHours: hours })}
          error={fieldProblem(section.error, '#/schoolHours')}
        />
      </Setting>
      <Setting
        source={organization.sources.holidays}
        label={w.holidays}
        onTakeBack={() => section.takeBack({ holidays: null }, ['holidays'])}
      >
        <HolidayList
          holidays={section.value.holidays}
          onChange={(list) => section.change({ holidays: list })}
          error={fieldProblem(section.error, '#/holidays')}
        />
      </Setting>
      <PlanField section={section} />
    </SectionForm>
  );
}

interface PartProps extends SchoolSectionProps {
  readonly section: Section<Named>;
}

function Names({ organization: { sources }, section }: PartProps): ReactNode {
  const w = settingsWords.read();
  const { value, change, takeBack, error } = section;
  return (
    <>
      <Setting source={sources.name} label={w.name} onTakeBack={() => takeBack({ name: null }, ['name'])}>
        <TextInput
          label={w.name}
          value={value.name}
          maxLength={120}
          required
          error={fieldProblem(error, '#/name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </Setting>
      <Setting
        source={sources.timeZone}
        label={w.timeZone}
        onTakeBack={() => takeBack({ timeZone: null }, ['timeZone'])}
      >
        <SelectField
          label={w.timeZone}
          description={w.timeZoneHelp}
          data={zones(value.timeZone)}
          value={value.timeZone}
          error={fieldProblem(error, '#/timeZone')}
          onChange={(timeZone) => change({ timeZone: timeZone ?? value.timeZone })}
        />
      </Setting>
      <Setting
        source={sources.helpLine}
        label={w.helpLine}
        onTakeBack={() => takeBack({ helpLine: null }, ['helpLine'])}
      >
        <TextInput
          label={w.helpLine}
          description={w.helpLineHelp}
          value={value.helpLine}
          maxLength={300}
          error={fieldProblem(error, '#/helpLine')}
          onChange={(event) => change({ helpLine: event.currentTarget.value })}
        />
      </Setting>
      <Setting
        source={sources.accountDomain}
        label={w.accountDomain}
        onTakeBack={() => takeBack({ accountDomain: null }, ['accountDomain'])}
      >
        <TextInput
          label={w.accountDomain}
          description={w.accountDomainHelp}
          value={value.accountDomain}
          maxLength={253}
          required
          error={fieldProblem(error, '#/accountDomain')}
          onChange={(event) => change({ accountDomain: event.currentTarget.value })}
        />
      </Setting>
    </>
  );
}

function PlanField({ section: { value, change, error } }: Pick<PartProps, 'section'>): ReactNode {
  const w = settingsWords.read();
  const { role } = useSession();
  return (
    <SelectField
      label={w.plan}
      description={role === 'owner' ? w.planHelp : w.ownersOnly}
      disabled={role !== 'owner'}
      data={Object.entries(w.plans).map(([plan, label]) => ({ value: plan, label }))}
      value={value.plan}
      error={fieldProblem(error, '#/plan')}
      onChange={(plan) => change({ plan: (plan ?? value.plan) as OrganizationPlan })}
    />
  );
}

function zones(present: string): string[] {
  const all = Intl.supportedValuesOf('timeZone');
  return all.includes(present) ? all : [present, ...all];
}
