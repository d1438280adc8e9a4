import { SegmentedControl, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { useId, useState } from 'react';
import { areShortcutsOn, setShortcuts } from '../../../app/client/browser-settings.ts';
import { usePreferences, useSavePreferences } from '../../../app/client/preferences.ts';
import { type Language, showLanguage } from '../../../app/words/language.ts';
import { Block } from '../../../ui/block.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { accountWords } from '../words.ts';

const AS_BROWSER = 'browser';
const LANGUAGES = ['en', 'es'] as const satisfies readonly Language[];

/** Language and theme follow the person; the shortcuts belong to the browser. */
export function LookBlock() {
  const w = accountWords.read();
  const preferences = usePreferences();
  const save = useSavePreferences();
  const { setColorScheme } = useMantineColorScheme();
  const themeLabel = useId();
  const [shortcuts, setShown] = useState(areShortcutsOn);
  const saveLanguage = (language: Language | null): void =>
    save.mutate({ language }, { onSuccess: () => showLanguage(language) });
  const saveTheme = (theme: string): void => {
    const kept = theme === 'light' || theme === 'dark' ? theme : 'system';
    save.mutate({ theme: kept }, { onSuccess: () => setColorScheme(kept === 'system' ? 'auto' : kept) });
  };
  return (
    <Block title={w.look}>
      <Stack gap={16} align="flex-start">
        <SelectField
          className="account-field"
          label={w.language}
          value={preferences.language ?? AS_BROWSER}
          data={[
            { value: AS_BROWSER, label: w.languageBrowser },
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
          onChange={(value) => saveLanguage(LANGUAGES.find((one) => one === value) ?? null)}
        />
        <div>
          <div id={themeLabel}>{w.theme}</div>
          <SegmentedControl
            aria-labelledby={themeLabel}
            value={preferences.theme}
            onChange={saveTheme}
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
            setShortcuts(currentTarget.checked ? 'on' : 'off');
            setShown(currentTarget.checked);
          }}
        />
        <Problem error={save.error} />
      </Stack>
    </Block>
  );
}
