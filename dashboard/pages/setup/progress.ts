import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/client/session.ts';
import { askFirstDevices, askOrganization, askPolicyCount, askSources } from './queries.ts';
import type { SetupProgress } from './steps.ts';

/** Which steps are done, as the school is now. */
export function useSetupProgress(): SetupProgress {
  const { account } = useSession();
  const school = useQuery(askOrganization()).data;
  const sources = useQuery(askSources()).data;
  const policies = useQuery(askPolicyCount()).data;
  const devices = useQuery(askFirstDevices()).data;
  return {
    owner: account.hasPassword || account.linked,
    school: school === undefined ? null : school.sources.name !== 'default',
    lists: sources === undefined ? null : sources.total > 0,
    policy: policies === undefined ? null : policies > 0,
    laptop: devices === undefined ? null : devices.total > 0,
  };
}
