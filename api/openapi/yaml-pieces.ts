import type { Turn } from '../../kit/turns.ts';
import type { OpenApiObject } from './open-api-object.ts';

/** Members this deep (`paths` → a path, `components` → `schemas` → a schema) are written one by one. */
const PIECE_DEPTH = 3;
const INDENT = '  ';

/** YAML of a document, which takes half a second to write: piece by piece, with a turn of the event loop after each. */
export async function yamlInPieces(document: OpenApiObject, turn: Turn): Promise<string> {
  const { stringify } = await import('yaml');
  const pieces: string[] = [];
  for (const { path, member } of membersOf(document, PIECE_DEPTH)) {
    const indent = INDENT.repeat(path.length);
    // Without aliases: a piece cannot refer to what stands in another.
    const text =
      typeof member === 'string' ? member : stringify(member, { aliasDuplicateObjects: false, indent: 2 });
    pieces.push(text.replaceAll(/^(?=.)/gm, indent));
    await turn();
  }
  return pieces.join('');
}

interface Piece {
  /** Names of the members around it, outermost first. */
  readonly path: readonly string[];
  /** An object of one member, or the line that opens a member. */
  readonly member: Readonly<Record<string, unknown>> | string;
}

function* membersOf(value: object, depth: number, path: readonly string[] = []): Generator<Piece> {
  for (const [name, inner] of Object.entries(value)) {
    if (depth === 1 || !isFilledObject(inner)) yield { path, member: { [name]: inner } };
    else {
      yield { path, member: `${JSON.stringify(name)}:\n` };
      yield* membersOf(inner, depth - 1, [...path, name]);
    }
  }
}

function isFilledObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  );
}
