// Roster sync: node roster-sync.mjs users.csv (externalId,email,name,grade,ou). Run it every night with everybody: an unchanged row writes nothing.
import { readFileSync } from 'node:fs';
import { Schoolgate } from '@schoolgate/sdk';

const ROWS = 500; // the most that one call takes
const client = new Schoolgate(); // SCHOOLGATE_BASE_URL, SCHOOLGATE_API_KEY

const [header, ...lines] = readFileSync(process.argv[2], 'utf8').trim().split(/\r?\n/);
const names = header.split(',');
const users = lines.map((line) => {
  const row = Object.fromEntries(line.split(',').map((value, index) => [names[index], value || null]));
  return { ...row, role: 'student' };
});

const counts = { created: 0, changed: 0, unchanged: 0, refused: 0 };
for (let from = 0; from < users.length; from += ROWS) {
  const { results } = await client.users.batch({ upsert: true, users: users.slice(from, from + ROWS) });
  for (const { index, outcome, problem } of results) {
    counts[outcome ?? 'refused'] += 1;
    if (problem) console.error(`line ${from + index + 2}: ${problem.detail}`);
  }
}
console.log(
  Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(', '),
);
