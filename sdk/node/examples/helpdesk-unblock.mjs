// Helpdesk: node helpdesk-unblock.mjs ana@x.example wiki.example 60 4711 allows a site for a student, for so many minutes, because of a ticket.
import { Schoolgate, UnprocessableError } from '@schoolgate/sdk';

const client = new Schoolgate(); // SCHOOLGATE_BASE_URL, SCHOOLGATE_API_KEY
const [student, site, minutes, ticket] = process.argv.slice(2);

try {
  const { id, expiresAt } = await client.overrides.create(
    {
      scope: { type: 'student', id: student },
      site,
      ttlMinutes: Number(minutes),
      reason: `Ticket ${ticket}`,
    },
    { idempotencyKey: `ticket-${ticket}` }, // the same ticket twice is one override
  );
  console.log(`${id} until ${expiresAt}`);
} catch (error) {
  if (!(error instanceof UnprocessableError && error.code === 'locked_by_policy')) throw error;
  console.error(`A policy blocks ${site} for everybody there, and lets nobody allow it.`);
  process.exitCode = 1;
}
