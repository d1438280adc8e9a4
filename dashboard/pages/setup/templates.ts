import type { OrganizationSchoolHour, PolicyInput } from '../../../sdk/node/index.ts';

/** What a first policy may be. */
export const TEMPLATES = ['safe', 'lessons', 'youngest'] as const;

export type Template = (typeof TEMPLATES)[number];

/** The categories that each blocks. */
export const BLOCKED: Readonly<Record<Template, readonly string[]>> = {
  safe: ['adult', 'gambling', 'malware', 'phishing', 'violence', 'hate', 'drugs', 'vpn_proxy'],
  lessons: ['games', 'social', 'video', 'music', 'shopping'],
  youngest: ['games', 'social', 'chat', 'dating', 'video'],
};

/** Above a policy of the usual priority (100): safety comes before convenience. */
const SAFE_PRIORITY = 500;
const SCHOOL_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;

/** What a person chose about a template. */
export interface TemplateChoice {
  readonly template: Template;
  /** `/` is the whole school. */
  readonly ou: string;
  /** Of the lessons, where the school has no school hours yet. */
  readonly from: string;
  readonly to: string;
}

interface Told {
  readonly name: string;
  readonly text: string;
  /** What a student reads. */
  readonly reason: string;
}

/** The policy that a choice makes. `known` are the categories that the server has: a rule may name no other. */
export function policyOf(
  { template, ou, from, to }: TemplateChoice,
  told: Told,
  school: { readonly schoolHours: readonly OrganizationSchoolHour[]; readonly known: ReadonlySet<string> },
): PolicyInput {
  const categories = BLOCKED[template].filter((id) => school.known.has(id));
  const isSafe = template === 'safe';
  const windows = [{ days: [...SCHOOL_DAYS], from, to }];
  return {
    name: told.name,
    description: told.text,
    target: ou === '/' ? { everyone: true } : { ous: [ou] },
    rules: [{ effect: 'block', locked: isSafe, reason: told.reason, match: { categories } }],
    ...(isSafe ? { priority: SAFE_PRIORITY } : {}),
    ...(template === 'lessons'
      ? {
          schedule: {
            exceptHolidays: true,
            ...(school.schoolHours.length > 0 ? { during: 'school-hours' as const } : { windows }),
          },
        }
      : {}),
  };
}
