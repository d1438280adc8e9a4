import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OrganizationSingleSignOnGroupRole } from '../../../../sdk/node/index.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { settingsWords } from '../words.ts';

interface GroupRoleListProps {
  readonly groupRoles: readonly OrganizationSingleSignOnGroupRole[];
  readonly onChange: (groupRoles: readonly OrganizationSingleSignOnGroupRole[]) => void;
  readonly error: string | undefined;
}

/** Which role a group of the provider gives. */
export function GroupRoleList({ groupRoles, onChange, error }: GroupRoleListProps): ReactNode {
  const w = settingsWords.read();
  const replace = (at: number, part: Partial<OrganizationSingleSignOnGroupRole>): void =>
    onChange(groupRoles.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="settings-list">
      <legend className="text-label">{w.groupRoles}</legend>
      <p className="text-meta quiet">{w.groupRolesHelp}</p>
      {groupRoles.map(({ group, role }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
        <div key={at} className="settings-row">
          <TextInput
            className="settings-grow"
            aria-label={w.groupOf(at + 1)}
            value={group}
            maxLength={200}
            onChange={(event) => replace(at, { group: event.currentTarget.value })}
          />
          <SelectField
            aria-label={w.roleOf(at + 1)}
            data={w.roles}
            value={role}
            onChange={(next) => replace(at, { role: next ?? role })}
          />
          <ActionIcon
            aria-label={w.removeGroup(group === '' ? String(at + 1) : group)}
            onClick={() => onChange(groupRoles.filter((_, index) => index !== at))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && <p className="settings-fault">{error}</p>}
      <div>
        <Button variant="default" onClick={() => onChange([...groupRoles, { group: '', role: 'teacher' }])}>
          {w.addGroup}
        </Button>
      </div>
    </fieldset>
  );
}
