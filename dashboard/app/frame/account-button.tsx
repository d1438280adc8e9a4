import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { useSavePreferences } from '../client/preferences.ts';
import { signOut, useSession } from '../client/session.ts';
import { type Language, language, showLanguage } from '../words/language.ts';
import { frameWords } from './words.ts';

/** The person, with their account, language, colours, and the way out. */
export function AccountButton() {
  const w = frameWords.read();
  const { account, role } = useSession();
  const navigate = useNavigate();
  const save = useSavePreferences();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const other: Language = language() === 'en' ? 'es' : 'en';
  const theme = isDark ? 'light' : 'dark';
  return (
    <div className="frame-account">
      <div className="frame-wide frame-person">
        <span className="frame-person-name">{account.name}</span>
        <span className="text-label quiet">{w.roles[role] ?? role}</span>
      </div>
      <ActionMenu
        label={w.accountMenu(account.name)}
        icon="settings"
        items={[
          { label: w.account, icon: 'users', onPick: () => void navigate({ to: '/account' }) },
          {
            label: other === 'en' ? w.inEnglish : w.inSpanish,
            icon: 'language',
            onPick: () => save.mutate({ language: other }, { onSuccess: () => showLanguage(other) }),
          },
          {
            label: isDark ? w.toLight : w.toDark,
            icon: isDark ? 'sun' : 'moon',
            onPick: () => {
              setColorScheme(theme);
              save.mutate({ theme });
            },
          },
          { label: w.signOut, icon: 'sign-out', onPick: () => void signOut() },
        ]}
      />
    </div>
  );
}
