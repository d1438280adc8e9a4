import { AT } from '../openapi/example-values.ts';

const recipient = {
  ou: '/Springfield/High',
  emails: ['counsellor@school.example', 'it@school.example'],
  minSeverity: 'high',
} as const;

const quietHours = { from: '18:00', to: '07:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] } as const;

/** One example for each schema of who is mailed about alerts. */
export const ALERT_NOTIFICATION_EXAMPLES = {
  AlertRecipient: recipient,
  AlertRecipientInput: recipient,
  AlertNotifications: {
    mailServer: true,
    timezone: 'Europe/Madrid',
    recipients: [recipient],
    quietHours,
    failing: [],
    updatedAt: AT,
  },
  AlertNotificationsPatch: { recipients: [recipient], quietHours },
} as const;
