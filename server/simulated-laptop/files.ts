import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Agent, request } from 'undici';
import { type CategoryIndex, openCategoryIndex } from '../../contracts/categories/category-index.ts';
import type { DeviceId } from '../../contracts/ids.ts';
import { type CategoriesTarget, HTTP_AUDIENCE, type PolicyTarget } from '../../contracts/mqtt/messages.ts';
import type { Clock } from '../../kit/clock.ts';
import { makeDeviceToken } from '../../kit/device-token.ts';
import type { Random } from '../../kit/random.ts';
import { type SigningKey, sha256 } from '../../kit/signing.ts';

const unpack = promisify(gunzip);

/** Who asks for a file: a device gets its own bundle and no other's. */
export interface AskingDevice {
  readonly deviceId: DeviceId;
  readonly key: SigningKey;
}

/** What the server has for devices over HTTP, checked against the hash that the signed target named. */
export interface AgentFiles {
  /** The bytes of a policy bundle. @throws Error when it is not to be had, or is not what was named */
  bundle(device: AskingDevice, wanted: PolicyTarget): Promise<Uint8Array>;
  /** A category index; all devices of this process share one. @throws as `bundle` */
  index(device: AskingDevice, wanted: CategoriesTarget): Promise<CategoryIndex>;
  close(): Promise<void>;
}

/** @param server its HTTP address */
export function createAgentFiles({
  server,
  certificateAuthority,
  clock,
  random,
}: {
  readonly server: string;
  readonly certificateAuthority: string;
  readonly clock: Clock;
  readonly random: Random;
}): AgentFiles {
  const agent = new Agent({ connect: { ca: certificateAuthority } });
  let shared: { readonly hash: string; readonly index: Promise<CategoryIndex> } | null = null;

  const fetchFile = async (
    { deviceId, key }: AskingDevice,
    path: string,
    maxBytes: number,
  ): Promise<Uint8Array> => {
    const token = await makeDeviceToken({ deviceId, audience: HTTP_AUDIENCE, now: clock.now() }, key, random);
    const answer = await request(new URL(path, server), {
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}` },
    });
    const body = await answer.body.arrayBuffer();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    return await unpack(body, { maxOutputLength: maxBytes });
  };

  return {
    async bundle(device, { hash, bytes, inline }) {
      const found =
        inline === undefined
          ? await fetchFile(device, `/agent/v1/bundles/${hash}`, bytes)
          : await unpack(Buffer.from(inline, 'base64'), { maxOutputLength: bytes });
      return checked(found, hash);
    },
    index(device, { hash, bytes }) {
      if (shared?.hash !== hash) {
        const index = fetchFile(device, `/agent/v1/categories/${hash}`, bytes).then((found) =>
          openCategoryIndex(checked(found, hash)),
        );
        shared = { hash, index };
        index.catch(() => {
          shared = null;
        });
      }
      return shared.index;
    },
    close: () => agent.close(),
  };
}

function checked(bytes: Uint8Array, hash: string): Uint8Array {
  if (sha256(bytes) !== hash) throw new Error('the file is not the one that was named');
  return bytes;
}
