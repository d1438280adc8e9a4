import { AT } from '../openapi/example-values.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];

/** One example for each schema of the organisation's settings. */
export const ORGANISATION_EXAMPLES: Readonly<Record<string, object>> = {
  Organization: {
    name: 'Springfield Schools',
    timeZone: 'Europe/Madrid',
    accountDomain: 'springfield.example',
    helpLine: 'Help desk, room 12, 555 0123',
    schoolHours: [{ days: weekdays, from: '08:00', to: '15:30' }],
    holidays: [{ from: '2026-12-21', to: '2027-01-08', name: 'Winter' }],
    retention: { logsDays: 90, activityDays: 30, alertsDays: 180, deviceEventsDays: 30, auditDays: 365 },
    logLevel: 'info',
    resolvers: ['https://dns.springfield.example/dns-query'],
    mail: {
      host: 'mail.springfield.example',
      port: 465,
      user: 'reports',
      passwordSet: true,
      from: 'Schoolgate <reports@springfield.example>',
      reportRecipients: ['office@springfield.example'],
    },
    singleSignOn: {
      issuer: 'https://accounts.google.com',
      clientId: 'schoolgate.apps.example',
      clientSecretSet: true,
      allowedDomains: ['springfield.example'],
      newAccountRole: null,
      groupRoles: [{ group: 'teaching-staff', role: 'teacher' }],
      trustEmail: false,
    },
    plan: 'enterprise',
    sources: {
      name: 'file',
      timeZone: 'file',
      accountDomain: 'file',
      helpLine: 'here',
      schoolHours: 'here',
      holidays: 'here',
      logLevel: 'default',
      resolvers: 'file',
      retention: {
        logsDays: 'default',
        activityDays: 'default',
        alertsDays: 'default',
        deviceEventsDays: 'default',
        auditDays: 'default',
      },
      mail: {
        host: 'file',
        port: 'file',
        user: 'file',
        password: 'file',
        from: 'file',
        reportRecipients: 'here',
      },
      singleSignOn: {
        issuer: 'file',
        clientId: 'file',
        clientSecret: 'file',
        allowedDomains: 'file',
        newAccountRole: 'default',
        groupRoles: 'file',
        trustEmail: 'default',
      },
    },
    version: 4,
    updatedAt: AT,
  },
  OrganizationPatch: {
    helpLine: 'Help desk, room 12, 555 0123',
    holidays: [{ from: '2026-12-21', to: '2027-01-08', name: 'Winter' }],
    retention: { logsDays: 120, activityDays: null },
  },
};
