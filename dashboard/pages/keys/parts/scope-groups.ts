import type { ScopeInfo } from '../../../../sdk/node/index.ts';
import { keysWords } from '../words.ts';

/** What scopes are about, by the first part of their names. */
const GROUPS = [
  { key: 'school', about: ['devices', 'users'] },
  { key: 'rules', about: ['policies', 'classroom'] },
  { key: 'record', about: ['activity', 'alerts', 'logs', 'reports'] },
  { key: 'setup', about: ['organization', 'webhooks'] },
] as const;

export interface ScopeGroup {
  readonly key: 'school' | 'rules' | 'record' | 'setup';
  readonly scopes: readonly ScopeInfo[];
}

/** Scopes by what they are about. One that is newer than these groups comes last. */
export function groupScopes(scopes: readonly ScopeInfo[]): readonly ScopeGroup[] {
  const aboutOf = ({ name }: ScopeInfo): string => name.split(':')[0] ?? '';
  const known: readonly string[] = GROUPS.flatMap(({ about }) => [...about]);
  return GROUPS.map(({ key, about }) => ({
    key,
    scopes: scopes.filter((scope) => {
      const named: readonly string[] = about;
      return named.includes(aboutOf(scope)) || (key === 'setup' && !known.includes(aboutOf(scope)));
    }),
  })).filter((group) => group.scopes.length > 0);
}

/** What a scope permits: in the language of the person, else as the API says. */
export function scopeText({ name, description }: ScopeInfo): string {
  const texts: Readonly<Record<string, string>> = keysWords.read().scopeTexts;
  return texts[name] ?? description;
}
