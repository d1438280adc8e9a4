import { type AlertType, alertRules } from '../../contracts/alerts/rules.ts';
import type { AlertRuleRecord, AlertStore } from '../ports/alerts.ts';
import type { Context } from './connection/context.ts';
import { type Repository, reads, writes } from './connection/repository.ts';

interface RuleRow {
  readonly organisation_id: number;
  readonly type: AlertType;
  readonly settings: string;
  readonly version: number;
  readonly updated_at: number;
}

/** The part of the alert store that keeps the rules. */
export function createRuleStore({
  db,
}: Pick<Context, 'db'>): Pick<Repository<AlertStore>, 'rules' | 'changedRules' | 'setRule'> {
  const read = db.prepare<[organisationId: number], RuleRow>(
    'SELECT * FROM alert_rules WHERE organisation_id = ?',
  );
  // A rule that is the default again stays, so that its version grows on.
  const write = db.prepare<[Record<string, unknown>], RuleRow>(
    `INSERT INTO alert_rules (organisation_id, type, settings, version, updated_at)
     VALUES (:organisationId, :type, :settings, 1, :updatedAt)
     ON CONFLICT DO UPDATE SET settings = :settings, version = version + 1, updated_at = max(updated_at, :updatedAt)
     RETURNING *`,
  );
  return {
    rules: reads((organisationId) =>
      alertRules(
        Object.fromEntries(
          read.all(organisationId).map(({ type, settings }) => [type, JSON.parse(settings)]),
        ),
      ),
    ),
    changedRules: reads((organisationId) => read.all(organisationId).map(ruleOf)),
    setRule: writes((rule) => {
      const row = write.get({ ...rule, settings: JSON.stringify(rule.settings) });
      if (row === undefined) throw new Error(`the rule ${rule.type} was not stored`);
      return ruleOf(row);
    }),
  };
}

function ruleOf(row: RuleRow): AlertRuleRecord {
  return {
    organisationId: row.organisation_id,
    type: row.type,
    settings: JSON.parse(row.settings),
    version: row.version,
    updatedAt: row.updated_at,
  };
}
