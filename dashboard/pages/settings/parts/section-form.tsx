import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../../../app/words/common.ts';
import { Block } from '../../../ui/block.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { settingsWords } from '../words.ts';
import type { Section } from './use-section.ts';

interface SectionFormProps<V> {
  readonly title: string;
  readonly text?: string;
  readonly section: Section<V>;
  /** Only owners may change it, and this person is none. */
  readonly isLocked?: boolean;
  readonly children: ReactNode;
}

/** A section of the settings with its own save button. */
export function SectionForm<V>({
  title,
  text,
  section,
  isLocked = false,
  children,
}: SectionFormProps<V>): ReactNode {
  const w = settingsWords.read();
  const c = common.read();
  return (
    <Block title={title}>
      {text !== undefined && <p className="quiet">{text}</p>}
      {isLocked && <Notice kind="quiet">{w.ownersOnly}</Notice>}
      <form className="settings-form" onSubmit={section.submit} noValidate>
        <fieldset className="settings-fields" disabled={isLocked}>
          {children}
        </fieldset>
        <Problem error={section.error} />
        {!isLocked && (
          <Group gap={8}>
            <Button type="submit" disabled={!section.isChanged} loading={section.isSaving}>
              {c.save}
            </Button>
            {section.isChanged && (
              <Button variant="default" onClick={section.discard}>
                {w.discard}
              </Button>
            )}
          </Group>
        )}
      </form>
    </Block>
  );
}
