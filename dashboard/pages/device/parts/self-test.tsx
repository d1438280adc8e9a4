import { Button } from '@mantine/core';
import type { DeviceStateSelfTest } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/status.tsx';
import { deviceWords } from '../words.ts';

interface SelfTestProps {
  readonly selfTest: DeviceStateSelfTest | null;
  readonly onSelfTest: () => void;
}

/** What the laptop tried last by itself, and what came of each try. */
export function SelfTest({ selfTest, onSelfTest }: SelfTestProps) {
  const w = deviceWords.read().proofs;
  const may = useMay();
  const failed = (selfTest?.checks ?? []).filter(({ ok }) => !ok).length;
  const button = may('sendCommand') ? (
    <Button variant="default" onClick={onSelfTest}>
      {w.run}
    </Button>
  ) : null;
  return (
    <Block title={w.title} aside={button}>
      {selfTest === null ? (
        <p className="quiet">{w.none}</p>
      ) : (
        <>
          <p className="row">
            {selfTest.ok ? (
              <Pill tone="good" icon="check">
                {w.allOk}
              </Pill>
            ) : (
              <Pill tone="bad" icon="x">
                {failed === 0 ? w.untold : w.someFailed(failed)}
              </Pill>
            )}
            <Moment at={selfTest.at} show="full" />
          </p>
          {selfTest.checks.length === 0 ? null : (
            <DataTable
              label={w.title}
              columns={[
                {
                  key: 'ok',
                  head: w.outcome,
                  width: '8rem',
                  cell: ({ ok }) => (
                    <Pill tone={ok ? 'good' : 'bad'} icon={ok ? 'check' : 'x'}>
                      {ok ? w.ok : w.failed}
                    </Pill>
                  ),
                },
                { key: 'name', head: w.proof, cell: ({ name }) => proofName(name) },
                { key: 'detail', head: w.detail, cell: ({ detail }) => detail },
              ]}
              rows={selfTest.checks}
              rowKey={({ name }) => name}
            />
          )}
        </>
      )}
    </Block>
  );
}

function proofName(name: string): string {
  const names: Readonly<Record<string, string>> = deviceWords.read().proofNames;
  return names[name] ?? name.replaceAll('_', ' ');
}
