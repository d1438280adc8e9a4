import type { JobRecord, JobStore } from '../ports/jobs.ts';
import type { Context } from './connection/context.ts';
import { type Repository, writes } from './connection/repository.ts';

interface JobRow {
  readonly name: string;
  readonly due_at: number;
  readonly last_run_at: number | null;
  readonly last_error: string | null;
  readonly failures: number;
  readonly lease_until: number | null;
}

export function createJobStore({ db }: Pick<Context, 'db'>): Repository<JobStore> {
  const get = db.prepare<[name: string], JobRow>('SELECT * FROM jobs WHERE name = ?');
  const insert = db.prepare<[Record<string, unknown>]>(
    'INSERT INTO jobs (name, due_at) VALUES (:name, :dueAt) ON CONFLICT DO NOTHING',
  );
  const reschedule = db.prepare<[Record<string, unknown>]>(
    'UPDATE jobs SET due_at = :dueAt WHERE name = :name',
  );
  const claim = db.prepare<[Record<string, unknown>]>(
    `UPDATE jobs SET lease_until = :now + :leaseMs, lease_holder = :holder
     WHERE name = :name AND due_at <= :now AND (lease_until IS NULL OR lease_until <= :now OR lease_until > :now + :leaseMs)`,
  );
  const settle = db.prepare<[Record<string, unknown>]>(
    `UPDATE jobs SET due_at = :dueAt, last_run_at = :startedAt, last_error = :error,
       failures = CASE WHEN :error IS NULL THEN 0 ELSE failures + 1 END, lease_until = NULL, lease_holder = NULL
     WHERE name = :name AND lease_holder = :holder`,
  );
  const release = db.prepare<[Record<string, unknown>]>(
    'UPDATE jobs SET lease_until = NULL, lease_holder = NULL WHERE name = :name AND lease_holder = :holder',
  );

  return {
    ensure: writes((name, dueAt) => {
      insert.run({ name, dueAt });
      const row = get.get(name);
      if (row === undefined) throw new Error(`the job ${name} was not stored`);
      return jobOf(row);
    }),
    reschedule: writes((name, dueAt) => void reschedule.run({ name, dueAt })),
    claim: writes((request) => claim.run(request).changes > 0),
    settle: writes((name, holder, outcome) => void settle.run({ name, holder, ...outcome })),
    release: writes((name, holder) => void release.run({ name, holder })),
  };
}

function jobOf(row: JobRow): JobRecord {
  return {
    name: row.name,
    dueAt: row.due_at,
    lastRunAt: row.last_run_at,
    lastError: row.last_error,
    failures: row.failures,
    leaseUntil: row.lease_until,
  };
}
