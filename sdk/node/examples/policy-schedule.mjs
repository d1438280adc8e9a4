// Scheduled policies: node policy-schedule.mjs "Exams" on (or off), run by cron, switches a policy by its name.
import { Schoolgate } from '@schoolgate/sdk';

const client = new Schoolgate(); // SCHOOLGATE_BASE_URL, SCHOOLGATE_API_KEY
const [name, state] = process.argv.slice(2);

for await (const { id, name: found } of client.policies.list({ q: name })) {
  if (found !== name) continue;
  const policy = await client.policies.get(id);
  // Only as we have seen it: if somebody edits it at this moment, cron tells of a PreconditionFailedError.
  await client.policies.update(id, { enabled: state === 'on' }, { ifMatch: policy });
  console.log(`${name} is ${state}`);
  process.exit();
}
console.error(`There is no policy ${name}.`);
process.exitCode = 1;
