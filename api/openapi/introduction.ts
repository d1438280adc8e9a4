import { ALL_SCOPES, isExtensionScope, SCOPE_DESCRIPTIONS } from '../../contracts/scopes.ts';

const SCOPE_LIST = ALL_SCOPES.map(
  (scope) =>
    `- \`${scope}\`: ${SCOPE_DESCRIPTIONS[scope]}${isExtensionScope(scope) ? ' (an extension)' : ''}`,
).join('\n');

/** The part of the document before the first call. */
export const DOCUMENT_BASE = {
  openapi: '3.1.0',
  info: {
    title: 'Schoolgate REST API',
    version: '1.0.0',
    summary: 'Web filtering and device management for schools',
    description: `Every call carries \`Authorization: Bearer <API key>\`, unless it says that it needs a dashboard session or no key. A key has scopes:\n\n${SCOPE_LIST}\n\nWriting does not imply reading.`,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    contact: { name: 'Schoolgate', url: 'https://docs.schoolgate.example' },
  },
  servers: [
    {
      url: 'https://{server}',
      description: 'Your school server (production)',
      'x-internal': false,
      variables: { server: { default: 'schoolgate.example:8080', description: 'Host and port' } },
    },
  ],
  tags: [
    { name: 'Devices', description: 'Laptops with the agent' },
    { name: 'Commands', description: 'One-off orders to devices, with their life cycle' },
    {
      name: 'Enrollment',
      description: 'Tokens that let a device join, and devices that ask to be enrolled anew',
    },
    { name: 'Campuses', description: 'Where a device counts as being at school' },
    { name: 'Users', description: 'The roster: students, teachers, staff' },
    { name: 'Organisational units', description: 'The tree that users and devices belong to' },
    { name: 'Policies', description: 'What is filtered for whom and when, and why' },
    { name: 'Overrides', description: 'Temporary allows' },
    { name: 'Access requests', description: 'What students ask for on the block page, and the answers' },
    { name: 'Classroom', description: 'Lessons: what a class may see, for as long as it lasts' },
    { name: 'Logs', description: 'Decided requests' },
    { name: 'Activity', description: 'Visits, searches, videos, programs and sign-ins' },
    { name: 'Alerts', description: 'What somebody should look at' },
    { name: 'Reports', description: 'The week in figures' },
    { name: 'Webhooks', description: 'Signed events to your own servers' },
    { name: 'Events', description: 'What has happened, to be pulled' },
    { name: 'Search', description: 'Devices, people, units and policies by a word, and what needs somebody' },
    { name: 'Live', description: 'What changes, while it changes' },
    { name: 'Keys', description: 'API keys' },
    { name: 'Scopes', description: 'What the key in use may do' },
    { name: 'Organization', description: 'The settings of the organisation' },
    { name: 'Accounts', description: 'People who sign in to the dashboard, and their sessions' },
    { name: 'Audit', description: 'Who changed or looked at what' },
  ],
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http' as const,
        scheme: 'bearer',
        bearerFormat: 'sgk_(live|test)_…',
        description: 'An API key. The scopes that a call needs stand beside it.',
      },
      session: {
        type: 'apiKey' as const,
        in: 'cookie' as const,
        name: '__Host-schoolgate-8080',
        description:
          'The cookie of a dashboard session; its name ends with the server’s port, and on plain http it lacks `__Host-`. No API key opens these calls.',
      },
    },
  },
};
