import { once } from 'node:events';
import type { Command } from 'commander';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import {
  type AuditAnchor,
  auditEntries,
  type BreakReason,
  type ChainReport,
  verifyAudit,
} from '../../store/rules/audit-chain.ts';
import { toAuditEntry } from '../../store/views/audit.ts';
import { anchorFile, readAnchors } from '../audit/anchor.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { withSchool } from '../school/school-store.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

interface VerifyOptions extends CommonOptions {
  readonly expect?: string;
}

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('the record of who changed what');
  withCommonOptions(audit.command('verify').description('check the chain of hashes over all entries'))
    .option('--expect <sequence:hash>', 'an end that an earlier check printed, and you kept elsewhere')
    .addHelpText(
      'after',
      '\nEnds with status 1 at the first entry where the chain is broken. Works beside a running server.',
    )
    .action(verify);
  withCommonOptions(
    audit.command('export').description('print all entries, oldest first, as lines of JSON'),
  ).action(exportAll);
}

async function verify(options: VerifyOptions): Promise<void> {
  const config = configOf(options);
  const expected = options.expect === undefined ? [] : [parseExpected(options.expect)];
  const reports = await withSchool(config, async ({ store, layout }) =>
    verifyAudit(store.audit, [...(await anchorsOf(layout)), ...expected]),
  );
  const broken = reports.filter((report) => report.broken !== null);
  print(
    options.json,
    { ok: broken.length === 0, chains: reports },
    reports.length === 0 ? 'The audit is empty.' : reports.map(lineOf).join('\n'),
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
}

/** `4711:hash`. */
function parseExpected(text: string): AuditAnchor {
  const [, sequence, hash] = /^(\d{1,15}):([\w-]{43})$/.exec(text.trim()) ?? [];
  if (sequence === undefined || hash === undefined)
    throw new OperatorError('--expect takes the "sequence:hash" that an earlier "audit verify" printed.');
  return { organisationId: DEFAULT_ORGANISATION_ID, sequence: Number(sequence), hash };
}

async function anchorsOf(layout: DataLayout): Promise<readonly AuditAnchor[]> {
  try {
    return await readAnchors(layout);
  } catch (error) {
    throw new OperatorError(
      `${anchorFile(layout)} cannot be read (${messageOf(error)}): somebody may have changed it. Restore it from a backup, or move it away to check without it.`,
      { cause: error },
    );
  }
}

const REASONS: Readonly<Record<BreakReason, string>> = {
  missing: 'it is missing',
  changed: 'it was changed after it was written',
  unlinked: 'it does not follow the entry before it: entries were taken out, put in or written anew',
  cut_off: 'it and what followed it were cut off: the chain once reached further',
  rewritten: 'it is not the entry that was noted: the chain was written anew',
  no_receipt: 'entries up to it are gone, and retention left no receipt for them',
};

function lineOf({ organisationId, first, last, lastHash, broken }: ChainReport): string {
  const chain = `Audit of organisation ${organisationId}`;
  if (broken !== null) return `${chain}: BROKEN at entry ${broken.sequence}: ${REASONS[broken.reason]}.`;
  return [
    `${chain}: entries ${first} to ${last} are unbroken.`,
    `  Its end is ${last}:${lastHash}`,
    '  Keep that outside this machine; a later "audit verify --expect" with it also finds a chain written anew.',
  ].join('\n');
}

async function exportAll(options: CommonOptions): Promise<void> {
  const config = configOf(options);
  await withSchool(config, async ({ store }) => {
    for (const { organisationId } of await store.audit.heads()) {
      for await (const record of auditEntries(store.audit, organisationId)) {
        const { previousHash } = record;
        const line = { organisation: organisationId, ...toAuditEntry(record), previousHash };
        if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
      }
    }
  });
}
