import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../store/ports/store.ts';
import type { Caller } from './authentication/caller.ts';
import type { AuditNote, Reply } from './route.ts';

/**
 * Appends the audit notes of an answer to the audit, with the caller and the address. A refusal changed nothing and leaves no entry. Call
 * it in the transaction of the effect.
 */
export async function keepAuditNotes(
  tx: Pick<Transaction, 'audit'>,
  reply: Reply,
  { request, caller, at }: { readonly request: FastifyRequest; readonly caller: Caller; readonly at: number },
): Promise<void> {
  for (const note of notesOf(reply)) {
    await tx.audit.append({
      ...note,
      organisationId: caller.organisationId,
      at,
      actor: caller.actor,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
    });
  }
}

/** The notes of an answer; a refusal has none. */
export function notesOf({ status, audit }: Reply): readonly AuditNote[] {
  if (audit === undefined || status >= 400) return [];
  return isMany(audit) ? audit : [audit];
}

function isMany(audit: NonNullable<Reply['audit']>): audit is readonly AuditNote[] {
  return Array.isArray(audit);
}
