import { createHash } from 'node:crypto';
import { nextTurn, type Turn } from '../../kit/turns.ts';
import type { OpenApiObject } from './open-api-object.ts';
import { yamlInPieces } from './yaml-pieces.ts';

/** The document in one form, as it goes out. */
export interface PublishedDocument {
  readonly bytes: Buffer;
  /** Strong: the digest of the bytes, in quotes. */
  readonly etag: string;
}

/** The forms of a document, each made when it is first asked for, and once, however many ask meanwhile. */
export interface PublishedDocuments {
  json(): Promise<PublishedDocument>;
  yaml(): Promise<PublishedDocument>;
}

/** @param read gives the document; called once */
export function publishDocuments(
  read: () => Promise<OpenApiObject>,
  turn: Turn = nextTurn,
): PublishedDocuments {
  const document = once(async () => {
    const whole = await read();
    await turn();
    return whole;
  });
  return {
    json: once(async () => published(JSON.stringify(await document()))),
    yaml: once(async () => published(await yamlInPieces(await document(), turn))),
  };
}

function published(text: string): PublishedDocument {
  const bytes = Buffer.from(text);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

/** Work that failed is done again when it is next asked for. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= work().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
