import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Device, NotFoundError } from '../../../../sdk/node/index.ts';
import { askDevice, type DevicePage, ROWS_KEY } from '../queries.ts';
import { devicesWords } from '../words.ts';

/** A laptop that is known by its id, as a link with its name. One that is gone says so. */
export function DeviceName({ id }: { readonly id: string }) {
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...askDevice(id),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: () => heldDevice(client.getQueriesData<DevicePage>({ queryKey: ROWS_KEY }), id),
  });
  if (error instanceof NotFoundError) return <span className="quiet">{devicesWords.read().goneLaptop}</span>;
  if (error !== null) return <span className="mono">{id}</span>;
  if (data === undefined) return <span className="devices-waiting" />;
  return (
    <Link to="/devices/$id/{-$tab}" params={{ id, tab: undefined }}>
      {data.name}
    </Link>
  );
}

function heldDevice(
  pages: readonly (readonly [unknown, DevicePage | undefined])[],
  id: string,
): Device | undefined {
  for (const [, page] of pages) {
    const row = page?.rows.find((device) => device.id === id);
    if (row !== undefined) return row;
  }
  return undefined;
}
