import t from 'tap';
import { createNetworkLock, planEngage, planRelease } from '../../../../../agent/os/windows/network-lock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { fixture, golden, MISSING, NONSENSE, recordedRunner } from '../recorded.ts';

const NETWORK = { servers: ['10.200.0.9', 'fd00:200::9'], resolvers: ['10.200.0.1'] };

/** One PowerShell statement a line, for reading. */
function readable(plan: readonly { readonly what: string; readonly cmd: readonly string[] }[]): string {
  return plan
    .map(
      ({ what, cmd }) => `# ${what}\n${cmd.slice(0, -1).join(' ')}\n${cmd.at(-1)?.replaceAll('; ', ';\n')}\n`,
    )
    .join('\n');
}

t.test("engaging blocks every address but the server's, and removes older rules after", async (t) => {
  const plan = readable([planEngage(NETWORK)]);
  t.equal(plan, golden('windows-lock.ps1', plan));
});

t.test('releasing removes the group', async (t) => {
  const plan = readable([planRelease()]);
  t.equal(plan, golden('windows-unlock.ps1', plan));
});

t.test('the whole plan fits a Windows command line, with 40 servers too', (t) => {
  const servers = Array.from({ length: 20 }, (_, index) => [
    `10.0.${index}.9`,
    `fd00:200:${index}::9`,
  ]).flat();
  // CreateProcess: 32,767 characters.
  t.ok(planEngage({ servers, resolvers: servers }).cmd.join(' ').length < 32_000);
  t.end();
});

t.test('the state is what is in force', async (t) => {
  const state = async (answer: Parameters<typeof recordedRunner>[0][string]) =>
    createNetworkLock({ run: recordedRunner({ powershell: answer }) }).state();
  t.equal(await state(fixture('windows/firewall-engaged.json')), 'engaged');
  t.equal(await state(fixture('windows/firewall-released.json')), 'released');
  t.equal(await state(fixture('windows/firewall-disabled-rule.json')), 'damaged');
  t.equal(await state(fixture('windows/firewall-profile-off.json')), 'damaged');
  t.equal(await state(MISSING), 'damaged');
  for (const nonsense of NONSENSE) t.not(await state(nonsense), 'engaged');
});

t.test('engaging is done only when the rules are in force', async (t) => {
  const engaged = recordedRunner({
    "…Get-NetFirewallRule -Group 'Schoolgate-Lock' -PolicyStore": fixture('windows/firewall-engaged.json'),
    powershell: '',
  });
  hasFields(t, await createNetworkLock({ run: engaged }).engage(NETWORK), { done: true });
  const overruled = recordedRunner({
    '…-PolicyStore': fixture('windows/firewall-profile-off.json'),
    powershell: '',
  });
  hasFields(t, await createNetworkLock({ run: overruled }).engage(NETWORK), {
    done: false,
    detail: /not all in force/,
  });
  const refused = recordedRunner({
    powershell: { code: 1, stderr: 'New-NetFirewallRule : Access is denied.\r\nmore' },
  });
  hasFields(t, await createNetworkLock({ run: refused }).engage(NETWORK), {
    done: false,
    detail: 'replace the rules of the lock: New-NetFirewallRule : Access is denied.',
  });
  hasFields(t, await createNetworkLock({ run: refused }).release(), { done: false });
});
