import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Organization } from '../../../../sdk/node/index.ts';
import { fieldProblem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { settingsWords } from '../words.ts';
import { linesOf, textOf } from './lines.ts';
import { SectionForm } from './section-form.tsx';
import { Setting } from './setting.tsx';
import { useSection } from './use-section.ts';

/** Which resolvers laptops ask, and how much the server writes into its log. */
export function FilteringSection({ organization }: { readonly organization: Organization }): ReactNode {
  const w = settingsWords.read();
  const { resolvers, logLevel, sources } = organization;
  const section = useSection(organization, { resolvers: textOf(resolvers), logLevel }, (changed) => ({
    logLevel: changed.logLevel,
    resolvers: changed.resolvers === undefined ? undefined : linesOf(changed.resolvers),
  }));
  const { value, change, takeBack, error } = section;
  return (
    <SectionForm title={w.tabs.filtering} section={section}>
      <Setting
        source={sources.resolvers}
        label={w.resolvers}
        onTakeBack={() => takeBack({ resolvers: null }, ['resolvers'])}
      >
        <Textarea
          label={w.resolvers}
          description={w.resolversHelp}
          value={value.resolvers}
          rows={4}
          spellCheck={false}
          error={fieldProblem(error, '#/resolvers')}
          onChange={(event) => change({ resolvers: event.currentTarget.value })}
        />
      </Setting>
      <Setting
        source={sources.logLevel}
        label={w.logLevel}
        onTakeBack={() => takeBack({ logLevel: null }, ['logLevel'])}
      >
        <SelectField
          label={w.logLevel}
          description={w.logLevelHelp}
          data={Object.entries(w.logLevels).map(([level, label]) => ({ value: level, label }))}
          value={value.logLevel}
          error={fieldProblem(error, '#/logLevel')}
          onChange={(level) => change({ logLevel: level ?? value.logLevel })}
        />
      </Setting>
    </SectionForm>
  );
}
