import { SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { useId, useState } from 'react';
import { usePreferences, useSavePreferences } from '../../../app/client/preferences.ts';
import { Block } from '../../../ui/block.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { accountWords } from '../words.ts';
import { setShortcuts, shortcutsAreOn } from './shortcuts.ts';

const AS_BROWSER = 'browser';

/** Language and theme follow the person; the shortcuts belong to the browser. */
export function LookBlock() {
  const w = accountWords.read();
  const preferences = usePreferences();
  const save = useSavePreferences();
  const themeLabel = useId();
  const [shortcuts, setShown] = useState(shortcutsAreOn);
  return (
    <Block title={w.look}>
      <Stack gap={16} align="flex-start">
        <Select
          className="account-field"
          label={w.language}
          value={preferences.language ?? AS_BROWSER}
          allowDeselect={false}
          data={[
            { value: AS_BROWSER, label: w.languageBrowser },
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
          onChange={(value) => save.mutate({ language: value === AS_BROWSER ? null : value })}
        />
        <div>
          <div id={themeLabel}>{w.theme}</div>
          <SegmentedControl
            aria-labelledby={themeLabel}
            value={preferences.theme}
            onChange={(theme) => save.mutate({ theme })}
            data={[
              { value: 'system', label: w.themeSystem },
              { value: 'light', label: w.themeLight },
              { value: 'dark', label: w.themeDark },
            ]}
          />
        </div>
        <Switch
          label={w.shortcuts}
          description={w.shortcutsHint}
          checked={shortcuts}
          onChange={({ currentTarget }) => {
            setShortcuts(currentTarget.checked);
            setShown(currentTarget.checked);
          }}
        />
        <Problem error={save.error} />
      </Stack>
    </Block>
  );
}
