import { useQuery } from '@tanstack/react-query';
import type { AccessRequest } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { oneDevice, peopleBy } from '../queries.ts';
import { requestsWords } from '../words.ts';

/** Who asked, as people call them. */
export interface Asker {
  /** The person; where nobody is known, somebody on the laptop. */
  readonly name: string;
  readonly laptop: string;
  readonly online: boolean | null;
  /** Whether it can be allowed for the person: somebody of the roster. */
  readonly isKnown: boolean;
  /** The unit that counts: of the person, else of the laptop. */
  readonly unit: string;
}

export function useAsker({ user, deviceId, ou }: AccessRequest): Asker {
  const w = requestsWords.read();
  const may = useMay();
  const people = useQuery({
    ...peopleBy(user === null ? [] : [user]),
    enabled: user !== null && may('listUsers'),
  });
  const device = useQuery({ ...oneDevice(deviceId), enabled: may('getDevice') });
  const person = user === null ? undefined : people.data?.get(user.toLowerCase());
  const laptop = device.data?.name ?? deviceId;
  return {
    name: person?.name ?? user ?? w.somebodyOn(laptop),
    laptop,
    online: device.data === undefined ? null : device.data.status === 'online',
    // Until the roster has answered, whoever is named is taken to be in it: the server refuses what cannot be.
    isKnown: user !== null && (people.data === undefined || person !== undefined),
    unit: person?.ou ?? ou,
  };
}
