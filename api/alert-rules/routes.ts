import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { alertRuleOf, alertRulesOf, changeAlertRule, inForce, toAlertRule } from './alert-rules.ts';

/** A type that there is not is 404, as an id of nothing. */
const RULE_PARAMS = Type.Object(
  { type: Type.String({ pattern: '^[a-z][a-z0-9_]*$', minLength: 1, maxLength: 40 }) },
  closed,
);

/** The endpoints of the rules that make alerts. */
export const ALERT_RULE_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/alert-rules',
    operationId: 'listAlertRules',
    summary: 'List the rules that make alerts',
    description:
      'One of each type of alert, also where the school has changed nothing: what is in force, the defaults, and what each member means.',
    tag: 'Alerts',
    scope: 'alerts:read',
    extension: true,
    personal: false,
    list: { sortable: ['type'], defaultSort: 'type' },
    responses: { 200: listOf('AlertRule') },
    handle: ({ caller, page }, { store }) =>
      page(
        {},
        (list: ListQuery<unknown, 'type'>) =>
          pageOfAll(alertRulesOf(store, caller.organisationId), list, ({ id }) => id),
        toAlertRule,
      ),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/alert-rules/{type}',
    operationId: 'getAlertRule',
    summary: 'Get the rule of one type of alert',
    tag: 'Alerts',
    scope: 'alerts:read',
    extension: true,
    personal: false,
    params: RULE_PARAMS,
    responses: { 200: ref('AlertRule') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store }) => {
      const rule = await alertRuleOf(store, caller.organisationId, params.type);
      return { status: 200, body: toAlertRule(rule), version: rule.version };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/alert-rules/{type}',
    operationId: 'updateAlertRule',
    summary: 'Switch a type of alert on or off, or change its severity and thresholds',
    description:
      'For owners and administrators, and for keys with the scope `alerts:write`, that reach the whole organisation. Null sets the default again. What devices report from then on follows the change at once, with several processes of the server within a minute; alerts that are there stay as they are. The rules `self_harm_search` and `violence_search` are about the safety of people: an owner alone, signed in to the dashboard, may switch them off, make them less severe or raise `repeatMinutes`, and `warnings` of the answer says what that means.',
    tag: 'Alerts',
    scope: 'alerts:write',
    extension: true,
    personal: false,
    params: RULE_PARAMS,
    body: ref('AlertRulePatch'),
    responses: { 200: ref('AlertRule') },
    faults: ['not_found', 'ou_not_permitted', 'insufficient_scope', 'precondition_failed'],
    handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
      transact(async (tx) => {
        const known = await alertRuleOf(tx, caller.organisationId, params.type);
        requireWholeOrganisation(reachOf(caller));
        checkIfMatch(known.version);
        const rule = await changeAlertRule(tx, known, { patch: body, caller, now: clock.now() });
        return {
          status: 200,
          body: toAlertRule(rule),
          version: rule.version,
          audit: {
            action: 'alert_rule.updated',
            target: rule.id,
            before: inForce(known),
            after: inForce(rule),
          },
        };
      }),
  }),
];
