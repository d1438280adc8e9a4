import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../app/client/session.ts';
import { Empty } from '../../../ui/empty.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { isFiltered } from '../filter.ts';
import { askCount, type DeviceQuestion } from '../queries.ts';
import type { DevicesSearch } from '../search.ts';
import { devicesWords } from '../words.ts';
import { unitName } from './columns.tsx';

interface Nothing {
  readonly search: DevicesSearch;
  readonly question: DeviceQuestion;
}

/** Why the list is empty, and what one does about it. */
export function NoneFits({ search, question: { filter } }: Nothing) {
  const w = devicesWords.read();
  const may = useMay();
  const { ou, ...elsewhere } = filter;
  const { data: others } = useQuery({ ...askCount(elsewhere), enabled: ou !== undefined });
  if (!isFiltered(search) && filter.q === undefined)
    return (
      <Empty
        title={w.emptySchool}
        action={
          may('createEnrollmentToken') ? (
            <LinkButton to="/devices/enroll" variant="filled">
              {w.enroll}
            </LinkButton>
          ) : undefined
        }
      >
        {may('createEnrollmentToken') ? w.emptySchoolHint : w.emptySchoolAsk}
      </Empty>
    );
  const units = ou?.map(unitName) ?? [];
  const isElsewhere = units.length > 0 && others !== undefined;
  return (
    <Empty
      title={isElsewhere ? w.noneFitsIn(units, others) : w.noneFits}
      action={
        <span className="row">
          {isElsewhere && others > 0 && (
            <LinkButton to="/devices" search={{ ...search, q: filter.q, ou: undefined }}>
              {w.showElsewhere(others)}
            </LinkButton>
          )}
          <LinkButton to="/devices" search={{ sort: search.sort }}>
            {w.clearFilters}
          </LinkButton>
        </span>
      }
    />
  );
}
