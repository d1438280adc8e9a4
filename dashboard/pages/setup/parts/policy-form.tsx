import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganizationSchoolHour, PolicyInput } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { school as api } from '../../../app/client/school.ts';
import { language } from '../../../app/words/language.ts';
import { listed } from '../../../app/words/numbers.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { UnitField } from '../../../ui/unit-field.tsx';
import { schoolHoursText } from '../school-hours-text.ts';
import { BLOCKED, policyOf, TEMPLATES, type Template, type TemplateChoice } from '../templates.ts';
import { setupWords } from '../words.ts';
import { PolicyEffect } from './policy-effect.tsx';

/** What of the school a template needs. */
interface SchoolFacts {
  readonly schoolHours: readonly OrganizationSchoolHour[];
  readonly known: ReadonlySet<string>;
}

/** Chooses a template, for whom and when, shows what it would do, and makes it. */
export function PolicyForm({ school }: { readonly school: SchoolFacts }) {
  const w = setupWords.read();
  const queries = useQueryClient();
  const [choice, setChoice] = useState<TemplateChoice>({
    template: 'safe',
    ou: '/',
    from: '08:00',
    to: '15:00',
  });
  const policy = policyOf(choice, w.templates[choice.template], school);
  const make = useMutation({
    mutationFn: async (input: PolicyInput) => await api.policies.create(input),
    onSuccess: async () => await queries.invalidateQueries({ queryKey: ['policies'] }),
  });
  const change = (next: TemplateChoice): void => {
    setChoice(next);
    make.reset();
  };
  return (
    <Stack gap={16}>
      <Radio.Group
        label={w.template}
        value={choice.template}
        onChange={(value) =>
          change({ ...choice, template: TEMPLATES.find((one) => one === value) ?? 'safe' })
        }
      >
        <Stack gap={8} mt={4}>
          {TEMPLATES.map((template) => (
            <TemplateRadio key={template} template={template} known={school.known} />
          ))}
        </Stack>
      </Radio.Group>
      {choice.template === 'lessons' && <LessonTimes choice={choice} onChange={change} school={school} />}
      <UnitField
        label={w.forWhom}
        value={choice.ou}
        onChange={(ou) => change({ ...choice, ou })}
        required
        withAll
      />
      <PolicyEffect policy={policy} />
      <Problem error={make.error} />
      {make.data === undefined ? (
        <div>
          <Button loading={make.isPending} onClick={() => make.mutate(policy)}>
            {w.makePolicy}
          </Button>
        </div>
      ) : (
        <Notice kind="wait">{w.policyMade(make.data.name)}</Notice>
      )}
    </Stack>
  );
}

function TemplateRadio({
  template,
  known,
}: {
  readonly template: Template;
  readonly known: ReadonlySet<string>;
}) {
  const w = setupWords.read();
  const { name, text } = w.templates[template];
  const categories = BLOCKED[template].filter((id) => known.has(id));
  const blocked = w.blocks(listed(categories.map((id) => categoryName(id, language()))));
  return (
    <div className="setup-template">
      <Radio value={template} label={name} description={`${text} ${blocked}`} />
    </div>
  );
}

/** When lessons are: as the settings say, else as typed here. */
function LessonTimes({
  choice,
  onChange,
  school,
}: {
  readonly choice: TemplateChoice;
  readonly onChange: (choice: TemplateChoice) => void;
  readonly school: SchoolFacts;
}) {
  const w = setupWords.read();
  if (school.schoolHours.length > 0)
    return <p className="setup-text quiet">{w.schoolHours(schoolHoursText(school.schoolHours))}</p>;
  return (
    <Stack gap={4}>
      <Group gap={12}>
        <TextInput
          type="time"
          label={w.lessonsFrom}
          value={choice.from}
          required
          withAsterisk={false}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '') onChange({ ...choice, from: value });
          }}
        />
        <TextInput
          type="time"
          label={w.lessonsTo}
          value={choice.to}
          required
          withAsterisk={false}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '') onChange({ ...choice, to: value });
          }}
        />
      </Group>
      <p className="setup-text quiet">{w.lessonsDays}</p>
    </Stack>
  );
}
