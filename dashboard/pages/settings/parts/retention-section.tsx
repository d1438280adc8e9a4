import type { ReactNode } from 'react';
import type { Organization } from '../../../../sdk/node/index.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { fieldProblem } from '../../../ui/problem.tsx';
import { settingsWords } from '../words.ts';
import { SectionForm } from './section-form.tsx';
import { Setting } from './setting.tsx';
import { useSection } from './use-section.ts';

const NAMES = ['logsDays', 'activityDays', 'alertsDays', 'deviceEventsDays', 'auditDays'] as const;
const MAX_DAYS = 3_650;

/** How long it is known what people did. */
export function RetentionSection({ organization }: { readonly organization: Organization }): ReactNode {
  const w = settingsWords.read();
  const section = useSection(organization, organization.retention, (retention) => ({ retention }));
  return (
    <SectionForm title={w.tabs.retention} text={w.retentionText} section={section}>
      {NAMES.map((name) => (
        <Setting
          key={name}
          source={organization.sources.retention[name]}
          label={w.kept[name]}
          onTakeBack={() => section.takeBack({ retention: { [name]: null } }, [name])}
        >
          <NumberField
            label={w.kept[name]}
            suffix={w.daysSuffix}
            min={1}
            max={MAX_DAYS}
            value={section.value[name]}
            error={fieldProblem(section.error, `#/retention/${name}`)}
            onChange={(days) => {
              if (typeof days === 'number') section.change({ [name]: days });
            }}
          />
        </Setting>
      ))}
    </SectionForm>
  );
}
