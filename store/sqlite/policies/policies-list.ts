import { sql } from 'kysely';
import { textKey } from '../../../kit/text-key.ts';
import type { ListPage, ListQuery } from '../../ports/list.ts';
import type { PolicyFilter, PolicySortField } from '../../ports/policies.ts';
import type { Context } from '../connection/context.ts';
import { anyOf, type Condition, type ListSource } from '../connection/list-query.ts';
import { isInOus } from '../devices/device-list.ts';
import type { PolicyRow } from './policies-row.ts';

type ListedRow = PolicyRow & { readonly name_key: string };

const SORTABLE: ListSource<ListedRow, PolicySortField>['sortable'] = {
  name: { column: 'name_key', nullable: false },
  priority: { column: 'priority', nullable: false },
  updatedAt: { column: 'updated_at', nullable: false },
  version: { column: 'version', nullable: false },
};

/** Reads pages of policies; some hundreds of them, so that conditions on targets may look at each. */
export function readPolicyList(
  { lists }: Pick<Context, 'lists'>,
  query: ListQuery<PolicyFilter, PolicySortField>,
): ListPage<PolicyRow> {
  const { organisationId, filter } = query;
  const conditions: Condition[] = [sql`organisation_id = ${organisationId}`];
  if (filter.id !== undefined) conditions.push(sql`id = ${filter.id}`);
  if (filter.enabled !== undefined) conditions.push(sql`enabled = ${filter.enabled ? 1 : 0}`);
  if (filter.q !== undefined) conditions.push(sql`instr(search_key, ${textKey(filter.q)}) > 0`);
  if (filter.ouPaths !== undefined)
    conditions.push(names('ous', isInOus('value', organisationId, filter.ouPaths)));
  if (filter.withinOuPath !== undefined && filter.withinOuPath !== '/')
    conditions.push(...isPolicyWithin(organisationId, filter.withinOuPath));
  return lists.read<ListedRow, PolicySortField>(
    { table: 'policies', columns: sql.raw('*'), sortable: SORTABLE, conditions },
    query,
  );
}

type TargetList = 'ous' | 'users' | 'devices';

/** True when a list of the target has a member of which the condition on `value` holds. */
function names(list: TargetList, condition: Condition): Condition {
  return sql`exists (select 1 from json_each(policies.body, ${`$.target.${list}`}) where ${condition})`;
}

/** Somebody inside and nobody outside; what does not exist any more is neither. */
export function isPolicyWithin(organisationId: number, path: string): readonly Condition[] {
  const inside = isInOus('ou_id', organisationId, [path]);
  const members = (list: 'users' | 'devices', where: Condition): Condition =>
    names(
      list,
      sql`value in (select id from ${sql.table(list)} where organisation_id = ${organisationId} and ${where})`,
    );
  const unitInside = isInOus('value', organisationId, [path]);
  const unitOutside = sql`value in (select id from ous where organisation_id = ${organisationId}) and not ${unitInside}`;
  return [
    sql`not coalesce(json_extract(policies.body, '$.target.everyone'), 0)`,
    anyOf([names('ous', unitInside), members('users', inside), members('devices', inside)]),
    sql`not ${anyOf([
      names('ous', unitOutside),
      members('users', sql`not ${inside}`),
      members('devices', sql`not ${inside}`),
    ])}`,
  ];
}
