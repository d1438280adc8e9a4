import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { CreatedEnrollmentToken } from '../../../../sdk/node/index.ts';
import { common } from '../../../app/words/common.ts';
import { CopyBlock } from '../../../ui/copy-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { enrollWords } from '../words.ts';
import { commandFor, SYSTEMS, type System } from './systems.ts';
import { unitName } from './unit-name.ts';

interface MadeTokenProps {
  readonly made: CreatedEnrollmentToken;
  readonly onDone: () => void;
}

/** The token in the command of each system, this once: the server keeps only its hash. */
export function MadeToken({ made, onDone }: MadeTokenProps) {
  const w = enrollWords.read();
  const [system, setSystem] = useState<System>('debian');
  const command = commandFor(system, made);
  return (
    <Stack gap={16}>
      <Notice kind="warn" title={common.read().shownOnce}>
        {w.made.text(unitName(made.ou), made.maxUses)}
      </Notice>
      <SelectField
        label={w.made.system}
        data={SYSTEMS.map((value) => ({ value, label: w.systems[value] }))}
        value={system}
        onChange={(value) => setSystem((value ?? 'debian') as System)}
      />
      <p className="enroll-hint">{w.systemsHint[system]}</p>
      <CopyBlock label={w.made.command(w.systems[system])} text={command} />
      <div className="enroll-qr">
        <QrCode text={command} label={w.made.qr} />
        <p className="quiet">{w.made.qrHint}</p>
      </div>
      <div>
        <Button onClick={onDone}>{common.read().iHaveCopied}</Button>
      </div>
    </Stack>
  );
}
