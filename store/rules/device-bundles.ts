import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { MAX_BUNDLE_BYTES } from '../../contracts/mqtt/messages.ts';
import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import { type Log, silentLog } from '../../kit/log.ts';
import { sha256 } from '../../kit/signing.ts';
import type { DevicePerson } from '../ports/device-people.ts';
import type { DeviceRecord } from '../ports/devices.ts';
import type { OrganisationRecord } from '../ports/organisations.ts';
import type { PolicyRecord } from '../ports/policies.ts';
import type { Repositories } from '../ports/store.ts';
import { type BundleDefaults, bundleDefaultsWith } from './bundle-defaults.ts';
import { policyBundle, type ReducedPolicy, reducePolicies } from './policy-bundle.ts';
import { SHIPPED_BUNDLE_DEFAULTS } from './shipped-bundle-defaults.ts';

/** A compiled bundle, ready to be sent. */
export interface PackedBundle {
  /** The organisation's count of policy changes that it holds. */
  readonly version: number;
  /** SHA-256 of its bytes, base64url. */
  readonly hash: string;
  /** Length of its JSON. */
  readonly bytes: number;
  /** The JSON, gzip. */
  readonly packed: Buffer;
  /** The same in base64; null when it is too long for a target state. */
  readonly inline: string | null;
}

/** What a device has to enforce, and for whom. */
export interface DeviceBundle {
  /** Null when the policies are too large for a device. */
  readonly bundle: PackedBundle | null;
  /** The people of the device who are in the roster, the latest signed in first. */
  readonly people: readonly DevicePerson[];
}

/** Makes the policy bundles of devices. Delivery and download share one maker, so that a bundle is compiled once. */
export interface DeviceBundles {
  /** Digest of what the server adds to every bundle. */
  readonly defaultsDigest: string;
  /**
   * @param organisation read before the call: the bundle is at least as new as its settingsVersion
   * @throws when the store does not answer
   */
  of(
    device: Pick<DeviceRecord, 'id' | 'organisationId' | 'ouPath'>,
    organisation: Pick<OrganisationRecord, 'settingsVersion' | 'timezone'>,
  ): Promise<DeviceBundle>;
}

/** Bundles that are longer in base64 (characters) are fetched over https. 5,000 devices × 64 kB pass a gigabit line in three seconds. */
const MAX_INLINE = 65_536;

/** Size of the packed bundles of one organisation that are kept (bytes): those of some hundred kinds of devices. The oldest are made again on demand. */
const MAX_KEPT_BYTES = 67_108_864;

const TOO_LARGE =
  'the policies make a bundle that is larger than a device takes: put long lists of hosts into a category';

const compress = promisify(gzip);

type Sources = Pick<Repositories, 'policies' | 'devicePeople' | 'organisationSettings'>;

interface ReadPolicies {
  readonly version: number;
  readonly records: readonly PolicyRecord[];
  /** With what was set over the API. */
  readonly defaults: BundleDefaults;
}

/** The policies of an organisation at a settings version, and the bundles compiled of them. */
interface Shelf {
  readonly settingsVersion: number;
  readonly policies: Promise<ReadPolicies>;
  readonly compiled: Map<string, Promise<PackedBundle | null>>;
  /** Compiled bundles, the oldest first. */
  readonly kept: { readonly key: string; readonly bytes: number }[];
  keptBytes: number;
}

/** Makes a maker of bundles. `defaults`: the shipped ones, except where the configuration file has others. What was set over the API stands above them. */
export function createDeviceBundles({
  store,
  log = silentLog,
  defaults = SHIPPED_BUNDLE_DEFAULTS,
}: {
  readonly store: Sources;
  readonly log?: Log;
  readonly defaults?: BundleDefaults;
}): DeviceBundles {
  const shelves = new Map<number, Shelf>();

  const shelfOf = (organisationId: number, settingsVersion: number): Shelf => {
    const known = shelves.get(organisationId);
    if (known !== undefined && known.settingsVersion >= settingsVersion) return known;
    const policies = readPolicies(store, organisationId, defaults);
    const made: Shelf = { settingsVersion, policies, compiled: new Map(), kept: [], keptBytes: 0 };
    shelves.set(organisationId, made);
    policies.catch(() => {
      if (shelves.get(organisationId) === made) shelves.delete(organisationId);
    });
    return made;
  };

  const compiled = async (
    shelf: Shelf,
    key: string,
    content: () => PolicyBundle,
  ): Promise<PackedBundle | null> => {
    const known = shelf.compiled.get(key);
    if (known !== undefined) return await known;
    const making = pack(content());
    shelf.compiled.set(key, making);
    try {
      const made = await making;
      if (made === null) log.error({ largest: MAX_BUNDLE_BYTES }, TOO_LARGE);
      else keep(shelf, key, made.packed.length);
      return made;
    } catch (error) {
      shelf.compiled.delete(key);
      throw error;
    }
  };

  return {
    defaultsDigest: sha256(JSON.stringify(defaults)),
    async of(device, { settingsVersion, timezone }) {
      const shelf = shelfOf(device.organisationId, settingsVersion);
      const { version, records, defaults } = await shelf.policies;
      const people = await store.devicePeople.of(device.id);
      const audience = { deviceId: device.id, ouPath: device.ouPath, people };
      const reduced = reducePolicies(records, audience);
      // A caller may have read the organisation before the policies were read.
      const key = `${timezone}\n${audienceKey(reduced)}`;
      const bundle = await compiled(shelf, key, () => policyBundle(reduced, { version, timezone, defaults }));
      return { bundle, people };
    },
  };
}

/** The number first: what comes in between is then under an older number than it has, never under a newer. */
async function readPolicies(
  { policies, organisationSettings }: Sources,
  organisationId: number,
  defaults: BundleDefaults,
): Promise<ReadPolicies> {
  const version = await policies.version(organisationId);
  return {
    version,
    records: await policies.current(organisationId),
    defaults: bundleDefaultsWith(defaults, await organisationSettings.get(organisationId)),
  };
}

/** Equal for devices whose bundles are equal. */
function audienceKey(reduced: readonly ReducedPolicy[]): string {
  return JSON.stringify(
    reduced.map(({ record, target }) => [record.id, target.ous, target.users, target.devices]),
  );
}

/** Null when it is larger than a device takes. */
async function pack(bundle: PolicyBundle): Promise<PackedBundle | null> {
  const json = Buffer.from(JSON.stringify(bundle));
  if (json.length > MAX_BUNDLE_BYTES) return null;
  const packed = await compress(json);
  const inline = packed.toString('base64');
  return {
    version: bundle.version,
    hash: sha256(json),
    bytes: json.length,
    packed,
    inline: inline.length <= MAX_INLINE ? inline : null,
  };
}

/** Notes what is kept, and forgets the oldest of it when that is too much. */
function keep(shelf: Shelf, key: string, bytes: number): void {
  shelf.kept.push({ key, bytes });
  shelf.keptBytes += bytes;
  while (shelf.keptBytes > MAX_KEPT_BYTES) {
    const oldest = shelf.kept.shift();
    if (oldest === undefined) return;
    shelf.compiled.delete(oldest.key);
    shelf.keptBytes -= oldest.bytes;
  }
}
