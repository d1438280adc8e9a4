import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import type { DeviceSortField } from '../../store/ports/devices.ts';
import { defineRoute, type Reply } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { askedUnit } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { allGaps, evidenceOf, type GapQuery, gapFilter, gapsOf, readQuestion } from './evidence.ts';
import { evidenceCsv } from './evidence-csv.ts';

const FORMATS = { csv: 'text/csv' } as const;

const SORTABLE = ['name', 'ou', 'lastSeen', 'protection'] as const satisfies readonly DeviceSortField[];

const Query = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The `version` of a policy. Default: the present version.',
      }),
    ),
    ou: askedUnit,
  },
  closed,
);

/** The endpoints of evidence. */
export const EVIDENCE_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/evidence',
    operationId: 'getEvidence',
    summary: 'Get how many devices enforce a policy version',
    description:
      'By the last report of each device: an offline device that enforced the version counts as enforcing it. As CSV with every device that does not, and why.',
    tag: 'Reports',
    scope: 'devices:read',
    extension: true,
    query: Query,
    formats: FORMATS,
    view: { action: 'evidence.viewed' },
    responses: { 200: ref('Evidence') },
    faults: ['not_found', 'unprocessable'],
    handle: async ({ query, caller, format }, { store, clock }): Promise<Reply> => {
      const question = await readQuestion(store, { reach: reachOf(caller), asked: query, now: clock.now() });
      const evidence = await evidenceOf(store, question);
      // Counts alone tell of no device.
      if (format !== 'csv') return { status: 200, body: evidence, recordCount: 0 };
      const gaps = await allGaps(store, question);
      const headers = {
        'content-disposition': `attachment; filename="schoolgate-evidence-${question.version}.csv"`,
      };
      const body = evidenceCsv(evidence, gaps);
      return { status: 200, body, mediaType: FORMATS.csv, headers, recordCount: gaps.length };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/evidence/devices',
    operationId: 'listEvidenceGaps',
    summary: 'List the devices that do not enforce a policy version, and why',
    description:
      '`offline` since its connection ended, `unprotected` in the words of the device (`detail`), `stale` with an older version, or `no_report` since its enrollment. Name the version when you walk the list: without it a change of policy asks for another one.',
    tag: 'Reports',
    scope: 'devices:read',
    extension: true,
    query: Query,
    list: { sortable: SORTABLE, defaultSort: 'name' },
    view: { action: 'evidence.viewed' },
    responses: { 200: listOf('EvidenceGap') },
    faults: ['not_found'],
    handle: async ({ query, caller, page }, { store, clock }) => {
      const question = await readQuestion(store, { reach: reachOf(caller), asked: query, now: clock.now() });
      return await page(
        gapFilter(question),
        (list: GapQuery) => gapsOf(store, question, list),
        (gap) => gap,
      );
    },
  }),
];
