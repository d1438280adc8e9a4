/** What a person may be in the dashboard, from most to least. It is no role of the roster. */
export const ROLES = ['owner', 'admin', 'helpdesk', 'teacher', 'viewer'] as const;

export type Role = (typeof ROLES)[number];
