import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, every } from '../../kit/clock.ts';
import { writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { systemErrorCode } from '../../kit/operator-error.ts';
import type { AuditStore } from '../../store/ports/audit.ts';
import type { AuditAnchor } from '../../store/rules/audit-chain.ts';
import type { DataLayout } from '../data-folder/layout.ts';

/** How often the anchor is written. Entries since then could be removed unnoticed by somebody who also changes the chain's head. */
const PERIOD_MS = 60_000;

/** The end of each chain when the server last looked. The file is beside the database, not in it. */
export function anchorFile(layout: DataLayout): string {
  return join(layout.root, 'audit-anchor.json');
}

/**
 * Writes from time to time where the audit's chains end. After that, `schoolgate audit verify` notices when the entry of a note, or one before it, is removed
 * from the database.
 */
export function createAuditAnchor({
  store,
  clock,
  log,
  layout,
}: {
  readonly store: { readonly audit: Pick<AuditStore, 'heads'> };
  readonly clock: Clock;
  readonly log: Log;
  readonly layout: DataLayout;
}): Service {
  let loop: { stop(): Promise<void> } | null = null;
  let written = '';

  const write = async (): Promise<void> => {
    const heads = await store.audit.heads();
    const chains = heads.map(({ organisationId, sequence, hash }) => ({ organisationId, sequence, hash }));
    const text = JSON.stringify(chains);
    if (text === written || chains.length === 0) return;
    await writeDurably(
      anchorFile(layout),
      `${JSON.stringify({ at: new Date(clock.now()).toISOString(), chains })}\n`,
    );
    written = text;
  };
  const complain = (error: unknown): void =>
    log.warn({ error: messageOf(error) }, 'the audit’s anchor could not be written');

  return {
    async start() {
      loop ??= every(clock, PERIOD_MS, write, complain);
    },
    async stop() {
      if (loop === null) return;
      await loop.stop();
      loop = null;
      await write().catch(complain);
    },
  };
}

/** What the anchor file tells; nothing when it is missing. @throws SyntaxError, TypeError when it is no anchor file */
export async function readAnchors(layout: DataLayout): Promise<readonly AuditAnchor[]> {
  try {
    return parseAnchors(await readFile(anchorFile(layout), 'utf8'));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function parseAnchors(text: string): readonly AuditAnchor[] {
  const { chains } = JSON.parse(text) as { readonly chains?: unknown };
  if (!Array.isArray(chains) || !chains.every(isAnchor)) throw new TypeError('it does not hold chains');
  return chains;
}

function isAnchor(value: unknown): value is AuditAnchor {
  const { organisationId, sequence, hash } = (value ?? {}) as Partial<AuditAnchor>;
  return Number.isInteger(organisationId) && Number.isInteger(sequence) && typeof hash === 'string';
}
