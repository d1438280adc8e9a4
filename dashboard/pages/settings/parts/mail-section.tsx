import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Organization, OrganizationPatch } from '../../../../sdk/node/index.ts';
import { useSession } from '../../../app/client/session.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { fieldProblem } from '../../../ui/problem.tsx';
import { settingsWords } from '../words.ts';
import { linesOf, textOf } from './lines.ts';
import { SectionForm } from './section-form.tsx';
import { Setting } from './setting.tsx';
import { type Section, useSection } from './use-section.ts';

interface Mail {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly from: string;
  readonly reportRecipients: string;
}

type MailSources = Organization['sources']['mail'];

/** The server that sends the school's mail, and who gets reports. */
export function MailSection({ organization }: { readonly organization: Organization }): ReactNode {
  const w = settingsWords.read();
  const { role } = useSession();
  const { mail, sources } = organization;
  const saved: Mail = {
    host: mail.host ?? '',
    port: mail.port,
    user: mail.user ?? '',
    password: '',
    from: mail.from ?? '',
    reportRecipients: textOf(mail.reportRecipients),
  };
  const section = useSection(organization, saved, patchOf);
  return (
    <SectionForm title={w.tabs.mail} text={w.mailText} section={section} isLocked={role !== 'owner'}>
      <Server section={section} sources={sources.mail} hasPassword={mail.passwordSet} />
      <MailField
        name="from"
        label={w.mailFrom}
        help={w.mailFromHelp}
        section={section}
        sources={sources.mail}
      />
      <Setting
        source={sources.mail.reportRecipients}
        label={w.reportRecipients}
        onTakeBack={() => section.takeBack({ mail: { reportRecipients: null } }, ['reportRecipients'])}
      >
        <Textarea
          label={w.reportRecipients}
          description={w.reportRecipientsHelp}
          rows={4}
          value={section.value.reportRecipients}
          error={fieldProblem(section.error, '#/mail/reportRecipients')}
          onChange={(event) => section.change({ reportRecipients: event.currentTarget.value })}
        />
      </Setting>
    </SectionForm>
  );
}

interface ServerProps {
  readonly section: Section<Mail>;
  readonly sources: MailSources;
  readonly hasPassword: boolean;
}

function Server({ section, sources, hasPassword }: ServerProps): ReactNode {
  const w = settingsWords.read();
  const { value, change, takeBack, error } = section;
  return (
    <>
      <MailField name="host" label={w.mailHost} help={w.mailHostHelp} section={section} sources={sources} />
      <Setting
        source={sources.port}
        label={w.mailPort}
        onTakeBack={() => takeBack({ mail: { port: null } }, ['port'])}
      >
        <NumberField
          label={w.mailPort}
          description={w.mailPortHelp}
          min={0}
          max={65_535}
          value={value.port}
          error={fieldProblem(error, '#/mail/port')}
          onChange={(port) => {
            if (typeof port === 'number') change({ port });
          }}
        />
      </Setting>
      <MailField name="user" label={w.mailUser} help={w.mailUserHelp} section={section} sources={sources} />
      <Setting
        source={sources.password}
        label={w.mailPassword}
        onTakeBack={() => takeBack({ mail: { password: null } }, ['password'])}
      >
        <PasswordInput
          label={w.mailPassword}
          description={hasPassword ? w.secretSet : w.secretNotSet}
          autoComplete="new-password"
          maxLength={1_000}
          value={value.password}
          error={fieldProblem(error, '#/mail/password')}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
      </Setting>
    </>
  );
}

interface MailFieldProps {
  readonly name: 'host' | 'user' | 'from';
  readonly label: string;
  readonly help: string;
  readonly section: Section<Mail>;
  readonly sources: MailSources;
}

function MailField({ name, label, help, section, sources }: MailFieldProps): ReactNode {
  return (
    <Setting
      source={sources[name]}
      label={label}
      onTakeBack={() => section.takeBack({ mail: { [name]: null } }, [name])}
    >
      <TextInput
        label={label}
        description={help}
        value={section.value[name]}
        maxLength={400}
        spellCheck={false}
        error={fieldProblem(section.error, `#/mail/${name}`)}
        onChange={(event) => section.change({ [name]: event.currentTarget.value })}
      />
    </Setting>
  );
}

/** A password that was emptied again is not touched. */
function patchOf({ password, reportRecipients, ...rest }: Partial<Mail>): OrganizationPatch {
  return {
    mail: {
      ...rest,
      ...(password === undefined || password === '' ? {} : { password }),
      ...(reportRecipients === undefined ? {} : { reportRecipients: linesOf(reportRecipients) }),
    },
  };
}
