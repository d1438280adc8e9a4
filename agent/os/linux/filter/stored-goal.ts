import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { FAIL_MODES, YOUTUBE_RESTRICTIONS } from '../../../../contracts/policy/settings.ts';
import type { FilterGoal } from '../../../ports/filter-control.ts';
import type { FilterFiles } from '../../../ports/filter-files.ts';

const Port = Type.Integer({ minimum: 1, maximum: 65_535 });
const Texts = Type.Array(Type.String());

const schema = Compile(
  Type.Object({
    mode: Type.Enum(['off', 'enforce', 'portal']),
    failMode: Type.Enum([...FAIL_MODES]),
    workerUid: Type.Integer({ minimum: 0 }),
    ports: Type.Object({ dns: Port, proxy: Port, relay: Port }),
    networkResolvers: Texts,
    dohAddresses: Texts,
    portalAddresses: Texts,
    pinnedEgress: Type.Boolean(),
    localNetworks: Type.Optional(Texts),
    vpnServers: Type.Optional(Texts),
    guestLookUps: Type.Optional(Type.Boolean()),
    browser: Type.Object({
      safeSearch: Type.Boolean(),
      youtubeRestriction: Type.Enum([...YOUTUBE_RESTRICTIONS]),
      pacUrl: Type.String(),
    }),
  }),
);

/** The goal that was last put in force; null = none is stored, or it cannot be read: then the filter stays as it is. @throws when the disk refuses */
export async function storedGoal(files: FilterFiles, path: string): Promise<FilterGoal | null> {
  const file = await files.read(path);
  if (file === null) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(file.bytes).toString());
    return schema.Check(value) ? value : null;
  } catch {
    // Damaged by a disk, or written by another version.
    return null;
  }
}
