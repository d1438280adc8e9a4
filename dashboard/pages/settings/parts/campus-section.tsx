import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Campus } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { Block } from '../../../ui/block.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { campuses } from '../queries.ts';
import { settingsWords } from '../words.ts';
import { CampusDialog } from './campus-dialog.tsx';

/** The places of the school: rules may hold on them or off them alone. */
export function CampusSection(): ReactNode {
  const w = settingsWords.read();
  const may = useMay();
  const query = useQuery(campuses);
  const [edited, setEdited] = useState<Campus | 'new' | null>(null);
  const add = may('createCampus') ? (
    <Button onClick={() => setEdited('new')}>{w.addCampus}</Button>
  ) : undefined;
  return (
    <Block title={w.tabs.campuses} aside={add}>
      <p className="quiet">{w.campusText}</p>
      <Loaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={w.noCampus}>{w.noCampusText}</Empty>
          ) : (
            <CampusTable rows={rows} onEdit={setEdited} />
          )
        }
      </Loaded>
      {edited !== null && (
        <CampusDialog campus={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Block>
  );
}

interface CampusTableProps {
  readonly rows: readonly Campus[];
  readonly onEdit: (campus: Campus) => void;
}

function CampusTable({ rows, onEdit }: CampusTableProps): ReactNode {
  const w = settingsWords.read();
  const may = useMay();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<Campus | null>(null);
  return (
    <>
      <DataTable
        label={w.tabs.campuses}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', head: w.campusName, cell: ({ name }) => name },
          { key: 'by', head: w.recognized, cell: (campus) => w.recognizedBy(signsOf(campus)) },
          {
            key: 'acts',
            head: common.read().actions,
            align: 'end',
            cell: (campus) => (
              <Group gap={8}>
                {may('updateCampus') && (
                  <Button
                    variant="default"
                    aria-label={w.editCampus(campus.name)}
                    onClick={() => onEdit(campus)}
                  >
                    {common.read().edit}
                  </Button>
                )}
                {may('deleteCampus') && (
                  <Button
                    variant="default"
                    aria-label={w.deleteCampus(campus.name)}
                    onClick={() => setLeaving(campus)}
                  >
                    {common.read().delete}
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
      {leaving !== null && (
        <Confirm
          opened
          onClose={() => setLeaving(null)}
          title={w.deleteCampus(leaving.name)}
          text={w.deleteCampusText}
          act={w.deleteCampusAct}
          danger
          run={async () => {
            await school.campuses.delete(leaving.id);
            await client.invalidateQueries({ queryKey: campuses.queryKey });
          }}
        />
      )}
    </>
  );
}

function signsOf({ cidrs, gatewayMacs, bssids, ssids, geofence }: Campus) {
  return {
    networks: cidrs.length,
    gateways: gatewayMacs.length,
    accessPoints: bssids.length + ssids.length,
    isOnMap: geofence !== null,
  };
}
