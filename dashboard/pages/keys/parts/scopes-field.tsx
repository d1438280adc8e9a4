import { Button, Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../ui/loaded.tsx';
import { askScopes } from '../queries.ts';
import { keysWords } from '../words.ts';
import { groupScopes, scopeText } from './scope-groups.ts';

interface ScopesFieldProps {
  readonly value: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
  readonly error: string | undefined;
}

/** What the key may do. Fewer is safer: write does not imply read. */
export function ScopesField({ value, onChange, error }: ScopesFieldProps) {
  const w = keysWords.read();
  const scopes = useQuery(askScopes());
  const toggle = (name: string, isWanted: boolean): void =>
    onChange(isWanted ? [...value, name] : value.filter((one) => one !== name));
  return (
    <fieldset className="keys-scopes">
      <legend>{w.form.scopes}</legend>
      <p className="text-meta quiet">{w.form.scopesHint}</p>
      <Loaded query={scopes} rows={6}>
        {(all) => (
          <Stack gap={12}>
            <div className="row">
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => onChange(all.map(({ name }) => String(name)).filter(isRead))}
              >
                {w.form.readOnly}
              </Button>
              <Button variant="default" size="compact-sm" onClick={() => onChange([])}>
                {w.form.noScopes}
              </Button>
            </div>
            {groupScopes(all).map((group) => (
              <fieldset key={group.key} className="keys-scopes">
                <legend className="text-label keys-group">{w.groups[group.key]}</legend>
                <Stack gap={8}>
                  {group.scopes.map((scope) => (
                    <Checkbox
                      key={scope.name}
                      label={<span className="mono">{scope.name}</span>}
                      description={scopeText(scope)}
                      checked={value.includes(scope.name)}
                      onChange={({ currentTarget }) => toggle(scope.name, currentTarget.checked)}
                    />
                  ))}
                </Stack>
              </fieldset>
            ))}
          </Stack>
        )}
      </Loaded>
      {error === undefined ? null : (
        <p role="alert" className="keys-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function isRead(scope: string): boolean {
  return scope.endsWith(':read');
}
