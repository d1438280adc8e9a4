/** Plans of an organisation. The REST API belongs to `enterprise`. */
export const PLANS = ['enterprise', 'professional', 'standard', 'development'] as const;
export type Plan = (typeof PLANS)[number];
