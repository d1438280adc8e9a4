import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AlsoRefusedHost } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { language } from '../../../app/words/language.ts';
import { requestsWords } from '../words.ts';

/** One decision allows so many more hosts. */
const MAX_ALSO = 10;

interface AlsoHostsProps {
  readonly refused: readonly AlsoRefusedHost[];
  readonly chosen: readonly string[];
  readonly choose: (hosts: readonly string[]) => void;
}

/** Other hosts that were refused around the request: a page needs more than its own. */
export function AlsoHosts({ refused, chosen, choose }: AlsoHostsProps): ReactNode {
  const w = requestsWords.read();
  if (refused.length === 0) return null;
  const takeable = refused.slice(0, MAX_ALSO).map(({ host }) => host);
  const isFull = chosen.length >= MAX_ALSO;
  return (
    <fieldset className="requests-also">
      <legend className="text-label">{w.alsoRefused}</legend>
      <p className="text-meta quiet">{w.alsoRefusedText}</p>
      <Stack gap={8}>
        {refused.length > 1 && (
          <Checkbox
            label={w.allOfThem(takeable.length)}
            checked={takeable.every((host) => chosen.includes(host))}
            indeterminate={chosen.length > 0 && !takeable.every((host) => chosen.includes(host))}
            onChange={(event) => choose(event.currentTarget.checked ? takeable : [])}
          />
        )}
        {refused.map(({ host, category, count }) => (
          <Checkbox
            key={host}
            label={host}
            description={w.refusedHost(category === null ? null : categoryName(category, language()), count)}
            checked={chosen.includes(host)}
            disabled={isFull && !chosen.includes(host)}
            onChange={(event) =>
              choose(event.currentTarget.checked ? [...chosen, host] : chosen.filter((one) => one !== host))
            }
          />
        ))}
      </Stack>
    </fieldset>
  );
}
