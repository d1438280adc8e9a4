import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import type { AuditFilter } from '../../store/ports/audit.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toAuditEntry } from '../../store/views/audit.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';

const text = (maxLength: number) => manyOf(Type.String({ minLength: 1, maxLength }));

/** The endpoints of the audit. */
export const AUDIT_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/audit',
    operationId: 'listAudit',
    summary: 'List who changed or looked at what, newest first',
    description:
      'Who is limited to a unit gets the entries whose actor or target is of that unit or of one below it. Looks at what people did are entries too (`logs.viewed`): the first of a caller with a filter at once, those that follow within ten minutes together. An `action` is `campus.updated`, `device.unenrolled`, ….',
    tag: 'Audit',
    scope: null,
    roles: ['owner', 'admin'],
    extension: true,
    query: Type.Object({ actor: text(64), action: text(80), target: text(120) }, closed),
    list: { sortable: ['timestamp'], defaultSort: '-timestamp', timeRange: {}, pageWindow: PAGE_WINDOW },
    responses: { 200: listOf('AuditEntry') },
    handle: ({ query: { actor, action, target }, caller, page }, { store }) =>
      page(
        {
          ...(actor === undefined ? {} : { actor }),
          ...(action === undefined ? {} : { action }),
          ...(target === undefined ? {} : { target }),
          ...withinReach(reachOf(caller)),
        },
        (list: ListQuery<AuditFilter, 'timestamp'>) => store.audit.list(list),
        toAuditEntry,
      ),
  }),
];
