import { queryOptions } from '@tanstack/react-query';
import type { ExplainRequest, Explanation } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';
import { instantOf } from './parts/local-moment.ts';
import type { ExplainSearch } from './search.ts';
import { explainWords } from './words.ts';

const SUGGESTIONS = 20;

export interface Answer {
  readonly asked: Explanation;
  /** The same question now, where another moment was asked about. */
  readonly now: Explanation | null;
}

/** The answer to the question of the address. Policies that change are asked about anew. */
export function answerTo(search: ExplainSearch) {
  const { url, user, device } = search;
  return queryOptions({
    queryKey: ['policies', 'explain', search],
    queryFn: async ({ signal }): Promise<Answer> => {
      const question = await questionOf(search, signal);
      const { at, ...without } = question;
      const [asked, now] = await Promise.all([
        school.policies.explain(question, { signal }),
        at === undefined ? null : school.policies.explain(without, { signal }),
      ]);
      return { asked, now };
    },
    enabled: url !== undefined && (user !== undefined || device !== undefined),
    retry: false,
  });
}

export function oneDevice(id: string) {
  return queryOptions({
    queryKey: ['devices', 'one', id],
    queryFn: ({ signal }) => school.devices.get(id, { signal }),
    retry: false,
  });
}

export function onePerson(id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => school.users.get(id, { signal }),
    retry: false,
  });
}

export async function findPeople(text: string, signal: AbortSignal) {
  const q = text.trim();
  const { data } = await school.users.list({ limit: SUGGESTIONS, ...(q === '' ? {} : { q }) }, { signal });
  return data;
}

export async function findDevices(text: string, signal: AbortSignal) {
  const q = text.trim();
  const { data } = await school.devices.list({ limit: SUGGESTIONS, ...(q === '' ? {} : { q }) }, { signal });
  return data;
}

export function isDeviceId(text: string): boolean {
  return text.startsWith('dev_');
}

export function isPersonId(text: string): boolean {
  return text.startsWith('usr_');
}

async function questionOf(
  { url = '', user, device, at, place, app }: ExplainSearch,
  signal: AbortSignal,
): Promise<ExplainRequest> {
  const deviceId = device === undefined ? undefined : await deviceIdOf(device, signal);
  return {
    url,
    user: user === undefined ? undefined : await personOf(user, signal),
    deviceId,
    app,
    at: at === undefined ? undefined : instantOf(at),
    campus: place,
  };
}

/** The id of a laptop: what is typed may be a part of its name. @throws Error in words for the person */
async function deviceIdOf(text: string, signal: AbortSignal): Promise<string> {
  if (isDeviceId(text)) return text;
  const { data } = await school.devices.list({ q: text, limit: 2 }, { signal });
  const [first, second] = data;
  if (first === undefined) throw new Error(explainWords.read().noSuchDevice(text));
  if (second !== undefined) throw new Error(explainWords.read().manyDevices(text));
  return first.id;
}

/** An address, an id, or the one person whose name fits. Who is not in the roster may be signed in on a laptop: the server knows. @throws Error in words for the person */
async function personOf(text: string, signal: AbortSignal): Promise<string> {
  if (text.includes('@') || isPersonId(text)) return text;
  const { data } = await school.users.list({ q: text, limit: 2 }, { signal });
  const [first, second] = data;
  if (second !== undefined) throw new Error(explainWords.read().manyPeople(text));
  return first?.email ?? text;
}
