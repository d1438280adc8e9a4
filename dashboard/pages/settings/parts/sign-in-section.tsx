import { PasswordInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  Organization,
  OrganizationPatch,
  OrganizationSingleSignOnGroupRole,
} from '../../../../sdk/node/index.ts';
import { useSession } from '../../../app/client/session.ts';
import { fieldProblem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { settingsWords } from '../words.ts';
import { GroupRoleList } from './group-role-list.tsx';
import { linesOf, textOf } from './lines.ts';
import { SectionForm } from './section-form.tsx';
import { Setting } from './setting.tsx';
import { type Section, useSection } from './use-section.ts';

interface SignOn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly allowedDomains: string;
  readonly newAccountRole: string;
  readonly groupRoles: readonly OrganizationSingleSignOnGroupRole[];
  readonly trustEmail: boolean;
}

type SignOnSources = Organization['sources']['singleSignOn'];

interface PartProps {
  readonly section: Section<SignOn>;
  readonly sources: SignOnSources;
}

/** The school's own sign-in, by OpenID Connect. */
export function SignInSection({ organization }: { readonly organization: Organization }): ReactNode {
  const w = settingsWords.read();
  const { role } = useSession();
  const { singleSignOn: now, sources } = organization;
  const saved: SignOn = {
    issuer: now.issuer ?? '',
    clientId: now.clientId ?? '',
    clientSecret: '',
    allowedDomains: textOf(now.allowedDomains),
    newAccountRole: now.newAccountRole ?? 'none',
    groupRoles: now.groupRoles,
    trustEmail: now.trustEmail,
  };
  const section = useSection(organization, saved, patchOf);
  const parts = { section, sources: sources.singleSignOn };
  return (
    <SectionForm title={w.tabs.signIn} text={w.signInText} section={section} isLocked={role !== 'owner'}>
      <SignOnField name="issuer" label={w.issuer} help={w.issuerHelp} {...parts} />
      <SignOnField name="clientId" label={w.clientId} help={w.clientIdHelp} {...parts} />
      <SecretField hasSecret={now.clientSecretSet} {...parts} />
      <WhoFields {...parts} />
    </SectionForm>
  );
}

interface SignOnFieldProps extends PartProps {
  readonly name: 'issuer' | 'clientId';
  readonly label: string;
  readonly help: string;
}

function SignOnField({ name, label, help, section, sources }: SignOnFieldProps): ReactNode {
  return (
    <Setting
      source={sources[name]}
      label={label}
      onTakeBack={() => section.takeBack({ singleSignOn: { [name]: null } }, [name])}
    >
      <TextInput
        label={label}
        description={help}
        value={section.value[name]}
        maxLength={1_000}
        spellCheck={false}
        error={fieldProblem(section.error, `#/singleSignOn/${name}`)}
        onChange={(event) => section.change({ [name]: event.currentTarget.value })}
      />
    </Setting>
  );
}

function SecretField({
  hasSecret,
  section,
  sources,
}: PartProps & { readonly hasSecret: boolean }): ReactNode {
  const w = settingsWords.read();
  return (
    <Setting
      source={sources.clientSecret}
      label={w.clientSecret}
      onTakeBack={() => section.takeBack({ singleSignOn: { clientSecret: null } }, ['clientSecret'])}
    >
      <PasswordInput
        label={w.clientSecret}
        description={hasSecret ? w.secretSet : w.secretNotSet}
        autoComplete="new-password"
        maxLength={1_000}
        value={section.value.clientSecret}
        error={fieldProblem(section.error, '#/singleSignOn/clientSecret')}
        onChange={(event) => section.change({ clientSecret: event.currentTarget.value })}
      />
    </Setting>
  );
}

function WhoFields({ section, sources }: PartProps): ReactNode {
  const w = settingsWords.read();
  const { value, change, takeBack, error } = section;
  return (
    <>
      <Setting
        source={sources.allowedDomains}
        label={w.allowedDomains}
        onTakeBack={() => takeBack({ singleSignOn: { allowedDomains: null } }, ['allowedDomains'])}
      >
        <Textarea
          label={w.allowedDomains}
          description={w.allowedDomainsHelp}
          rows={3}
          spellCheck={false}
          value={value.allowedDomains}
          error={fieldProblem(error, '#/singleSignOn/allowedDomains')}
          onChange={(event) => change({ allowedDomains: event.currentTarget.value })}
        />
      </Setting>
      <Setting
        source={sources.newAccountRole}
        label={w.newAccountRole}
        onTakeBack={() => takeBack({ singleSignOn: { newAccountRole: null } }, ['newAccountRole'])}
      >
        <SelectField
          label={w.newAccountRole}
          description={w.newAccountRoleHelp}
          data={[{ value: 'none', label: w.noAccount }, ...w.roles]}
          value={value.newAccountRole}
          error={fieldProblem(error, '#/singleSignOn/newAccountRole')}
          onChange={(role) => change({ newAccountRole: role ?? 'none' })}
        />
      </Setting>
      <Setting
        source={sources.groupRoles}
        label={w.groupRoles}
        onTakeBack={() => takeBack({ singleSignOn: { groupRoles: null } }, ['groupRoles'])}
      >
        <GroupRoleList
          groupRoles={value.groupRoles}
          onChange={(groupRoles) => change({ groupRoles })}
          error={fieldProblem(error, '#/singleSignOn/groupRoles')}
        />
      </Setting>
      <Setting
        source={sources.trustEmail}
        label={w.trustEmail}
        onTakeBack={() => takeBack({ singleSignOn: { trustEmail: null } }, ['trustEmail'])}
      >
        <Switch
          label={w.trustEmail}
          description={w.trustEmailHelp}
          checked={value.trustEmail}
          onChange={(event) => change({ trustEmail: event.currentTarget.checked })}
        />
      </Setting>
    </>
  );
}

/** A secret that was emptied again is not touched. */
function patchOf({ clientSecret, allowedDomains, ...rest }: Partial<SignOn>): OrganizationPatch {
  return {
    singleSignOn: {
      ...rest,
      ...(clientSecret === undefined || clientSecret === '' ? {} : { clientSecret }),
      ...(allowedDomains === undefined ? {} : { allowedDomains: linesOf(allowedDomains) }),
    },
  };
}
