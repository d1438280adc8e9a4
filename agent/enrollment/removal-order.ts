import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { removeDurably, writeDurably } from '../../kit/durable-file.ts';
import type { Identity } from '../state/identity.ts';
import { readText } from '../state/identity.ts';
import type { StateFolder } from '../state/state-folder.ts';

const order = Compile(
  Type.Object({ format: Type.Literal(1), keyFile: Type.String(), commandId: Type.String() }),
);

/** Writes down that the server has ordered the removal, before any of it is carried out. */
export async function keepRemovalOrder(
  folder: StateFolder,
  { keyFile }: Pick<Identity, 'keyFile'>,
  commandId: string,
): Promise<void> {
  await writeDurably(folder.removalOrder, JSON.stringify({ format: 1, keyFile, commandId }));
}

/** @returns the command that ordered it; null = there is no order, or it was for an earlier enrollment */
export async function removalOrdered(
  folder: StateFolder,
  { keyFile }: Pick<Identity, 'keyFile'>,
): Promise<string | null> {
  const text = await readText(folder.removalOrder);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return order.Check(value) && value.keyFile === keyFile ? value.commandId : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export async function forgetRemovalOrder(folder: StateFolder): Promise<void> {
  await removeDurably(folder.removalOrder);
}
