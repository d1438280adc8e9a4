import type { BatchId } from '../../contracts/ids.ts';
import { Fault } from '../../kit/fault.ts';
import type { Sealer } from '../../kit/sealing.ts';
import { fieldFault } from '../input/field-fault.ts';

/** How long the token of a preview is good: a person reads the preview and decides. */
export const PREVIEW_MS = 600_000;

/**
 * What the token of a preview holds. It is sealed, so that nothing of a preview is stored. It names the batch that it will become: a token that
 * is used again leads to the batch that it has made.
 */
export interface PreviewToken {
  readonly batchId: BatchId;
  /** Who orders what: `orderDigest`. */
  readonly order: string;
  /** For which devices: `foreseenDigest`. */
  readonly foreseen: string;
  readonly expiresAt: number;
}

const CONTEXT = 'command batch preview';

export function sealPreview(sealer: Sealer, { batchId, order, foreseen, expiresAt }: PreviewToken): string {
  return sealer.seal(JSON.stringify([batchId, order, foreseen, expiresAt]), CONTEXT);
}

/** @param order what is ordered now @throws Fault validation_failed when the token is none, or is for another order */
export function openPreview(sealer: Sealer, text: string, order: string): PreviewToken {
  const [batchId, madeFor, foreseen, expiresAt] = contentOf(sealer, text);
  if (madeFor !== order)
    throw fieldFault(
      '#/token',
      'other_order',
      'The token was made for another caller, or for another command.',
    );
  return { batchId, order, foreseen, expiresAt };
}

function contentOf(sealer: Sealer, text: string): [BatchId, string, string, number] {
  try {
    return JSON.parse(sealer.open(text, CONTEXT));
  } catch (cause) {
    throw fieldFault('#/token', 'invalid', 'The token is not one that this server made.', cause);
  }
}

/** @throws Fault preview_outdated */
export function requirePreviewHolds(token: PreviewToken, foreseen: string, now: number): void {
  if (token.expiresAt <= now)
    throw new Fault(
      'preview_outdated',
      `The token was good for ${PREVIEW_MS / 60_000} minutes; ask for a new preview.`,
    );
  if (token.foreseen !== foreseen)
    throw new Fault(
      'preview_outdated',
      'Since the preview, devices came or went, or were locked or unlocked; ask for a new one.',
    );
}
