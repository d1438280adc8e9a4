import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AlertRule } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { Block } from '../../../ui/block.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pill, Severity } from '../../../ui/status.tsx';
import { alertRules } from '../queries.ts';
import { settingsWords } from '../words.ts';
import { AlertRuleDialog } from './alert-rule-dialog.tsx';

/** When there are alerts, and how severe they are. */
export function AlertRuleSection(): ReactNode {
  const w = settingsWords.read();
  const may = useMay();
  const query = useQuery(alertRules);
  const [edited, setEdited] = useState<AlertRule | null>(null);
  return (
    <Block title={w.tabs.alertRules}>
      <p className="quiet">{w.alertRuleText}</p>
      <Loaded query={query}>
        {(rules) => (
          <DataTable
            label={w.tabs.alertRules}
            rows={rules}
            rowKey={({ type }) => type}
            columns={[
              {
                key: 'type',
                head: w.alertType,
                cell: ({ type, warnings }) => (
                  <>
                    {w.alertTypes[type] ?? type}
                    {warnings.map((warning) => (
                      <span key={warning} className="settings-under text-meta settings-warning">
                        {warning}
                      </span>
                    ))}
                  </>
                ),
              },
              {
                key: 'on',
                head: common.read().status,
                cell: ({ enabled }) =>
                  enabled ? common.read().on : <Pill tone="quiet">{common.read().off}</Pill>,
              },
              { key: 'severity', head: w.severity, cell: ({ severity }) => <Severity severity={severity} /> },
              {
                key: 'changed',
                head: w.origin,
                cell: ({ changed }) => (changed.length === 0 ? w.sources.default : w.sources.here),
                narrow: 'hide',
              },
              ...(may('updateAlertRule')
                ? [
                    {
                      key: 'edit',
                      head: common.read().actions,
                      align: 'end' as const,
                      cell: (rule: AlertRule) => (
                        <Button
                          variant="default"
                          aria-label={w.editRule(w.alertTypes[rule.type] ?? rule.type)}
                          onClick={() => setEdited(rule)}
                        >
                          {common.read().edit}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
      {edited !== null && <AlertRuleDialog rule={edited} onClose={() => setEdited(null)} />}
    </Block>
  );
}
