import t from 'tap';
import { createCounters, snapshot } from '../../../gateway/limits/stats.ts';

const nothing = {
  connections: 5,
  devices: 3,
  accepted: 0,
  logins: 0,
  takeovers: 0,
  messages: { status: 0, heartbeat: 0, activity: 0, events: 0, results: 0 },
  published: { target: 0, commands: 0 },
  commits: { batches: 0, jobs: 0, failures: 0 },
  heartbeatsWritten: 0,
  refused: {},
};

t.test('a snapshot holds all counters, and stands still', async (t) => {
  const counters = createCounters();
  const now = { connections: 5, devices: 3 };
  const before = snapshot(counters, now);
  counters.accepted = 1;
  counters.logins = 2;
  counters.takeovers = 3;
  counters.messages.activity = 4;
  counters.published.target = 5;
  counters.commits.jobs = 6;
  counters.heartbeatsWritten = 7;
  counters.refused.set('flood', 8);
  t.strictSame(before, nothing);
  t.strictSame(snapshot(counters, now), {
    ...nothing,
    accepted: 1,
    logins: 2,
    takeovers: 3,
    messages: { ...nothing.messages, activity: 4 },
    published: { target: 5, commands: 0 },
    commits: { batches: 0, jobs: 6, failures: 0 },
    heartbeatsWritten: 7,
    refused: { flood: 8 },
  });
});
