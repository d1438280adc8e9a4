import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactor } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { renewSession } from '../../../app/client/session.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/status.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { words } from './words.en.ts';

/** A second factor that is on: since when, the recovery codes, and the way to turn it off. */
export function SecondFactorState({
  words: w,
  factor,
}: {
  readonly words: typeof words;
  readonly factor: SecondFactor;
}) {
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const queries = useQueryClient();
  const changed = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['account', 'second-factor'] });
    await renewSession();
  };
  if (codes !== null) return <RecoveryCodes words={w} codes={codes} onDone={() => setCodes(null)} />;
  return (
    <Stack gap={16}>
      <Facts
        items={[
          { label: w.title, value: <Pill tone="good">{w.on}</Pill> },
          ...(factor.enabledSince === null
            ? []
            : [{ label: w.since, value: <Moment at={factor.enabledSince} show="full" /> }]),
          { label: w.codesLeft, value: w.codesLeftCount(factor.recoveryCodesLeft) },
        ]}
      />
      <Group gap={8}>
        <Button variant="default" onClick={() => setAsked('renew')}>
          {w.renew}
        </Button>
        <Button variant="default" onClick={() => setAsked('remove')}>
          {w.remove}
        </Button>
      </Group>
      {asked === 'renew' && (
        <ProofDialog
          words={w}
          title={w.renew}
          text={w.renewText}
          onClose={() => setAsked(null)}
          act={async (proof) => {
            const made = await school.account.renewRecoveryCodes(proof);
            setAsked(null);
            setCodes(made.codes);
            await changed();
          }}
        />
      )}
      {asked === 'remove' && (
        <ProofDialog
          words={w}
          title={w.remove}
          text={w.removeText}
          onClose={() => setAsked(null)}
          act={async (proof) => {
            await school.account.removeSecondFactor(proof);
            setAsked(null);
            await changed();
          }}
        />
      )}
    </Stack>
  );
}
