import type { Test } from 'tap';
import { createSchool, type School } from './school.ts';
import { testFolder } from './test-folder.ts';
import { until } from './until.ts';
import { LOOPBACK_WEBHOOKS } from './webhook-receiver.ts';

/** A school with people, records and one real laptop, as the smoke programs and the examples of the clients meet it. */
export interface SdkSchool {
  readonly school: School;
  /** What the programs are told: where the server is, a key with every scope, and the laptop. */
  readonly env: Readonly<Record<string, string>>;
  /** Of the laptop. */
  readonly deviceId: string;
}

/**
 * Starts the demonstration: six simulated laptops, and the real agent on this machine, which observes. Ready when the agent is on-line and there
 * are records. Webhooks may go to this machine.
 * @param folder for the server's data; a test that has a folder already gives that one, for a second would empty it
 */
export async function createSdkSchool(t: Test, folder: string = testFolder(t)): Promise<SdkSchool> {
  const flags = ['--demo', '--demo-devices', '6'];
  const school = await createSchool(folder, t.teardown.bind(t), LOOPBACK_WEBHOOKS, flags);
  const listed = async (path: string) => (await school.request('GET', path)).body.data;
  const deviceId: string = await until(
    async () =>
      (await listed('/v1/devices?status=online')).find(
        (device: { readonly agentVersion: string }) => !device.agentVersion.endsWith('-simulated'),
      )?.id,
    { what: 'the real agent to be on-line', timeoutMs: 60_000 },
  );
  await until(async () => (await listed('/v1/logs?limit=5')).length === 5, {
    what: 'records of what was visited',
    timeoutMs: 60_000,
  });
  const env = {
    SCHOOLGATE_BASE_URL: `http://127.0.0.1:${school.httpPort}`,
    SCHOOLGATE_API_KEY: school.key,
    SCHOOLGATE_SMOKE_DEVICE: deviceId,
  };
  return { school, env, deviceId };
}
