import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { labObstacle } from '../support/laptop-lab.ts';
import { createLaptopService, resolvedObstacle, serviceObstacle } from '../support/laptop-service.ts';
import { buildSchoolLab, PLACES } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const GAME = 'play.example';
const NEWS = 'news.example';
const block = (...domains: readonly string[]) => ({
  name: 'The lab',
  target: { everyone: true },
  rules: [{ effect: 'block', locked: true, match: { domains } }],
});
const AGENT = 'schoolgate-agent.service';
const RESOLVECTL = '/usr/bin/resolvectl';
const WAIT_MS = 30_000;

const skip = labObstacle() ?? serviceObstacle() ?? resolvedObstacle() ?? false;

t.test('a laptop with systemd-resolved', { skip }, async (t) => {
  const folder = testFolder(t);
  const lab = await buildSchoolLab(folder, { service: true });
  t.teardown(() => lab.down());
  const service = createLaptopService(lab, folder, { resolved: true });
  t.teardown(() => service.down());
  await writeFile(join(lab.etc, 'resolv.conf'), 'nameserver 127.0.0.53\n');
  await writeFile(join(lab.etc, 'systemd/resolved.conf'), '[Resolve]\nDNSOverTLS=opportunistic\n');
  const identity = join(lab.stateDir, 'identity.json');
  /** As most programs do: by the stub at 127.0.0.53. */
  const dig = async (name: string): Promise<string> =>
    (await lab.student('dig', '+short', '+tries=1', '+time=5', name)).stdout.trim();
  /** As programs with nss-resolve do: of the service itself, which keeps what it learnt. */
  const query = async (name: string): Promise<string> => {
    const { stdout } = await service.inside(RESOLVECTL, 'query', '--legend=no', '--type=A', name);
    return / IN A (\S+)/.exec(stdout)?.[1] ?? '';
  };
  /** `-DNSOverTLS` means no. */
  const overTls = async (): Promise<string> =>
    /(-DNSOverTLS|DNSOverTLS=\S+)/.exec((await service.inside(RESOLVECTL, 'status')).stdout)?.[0] ?? '';
  const judged = (name: string, address: string): Promise<unknown> =>
    until(async () => (await query(name)) === address && (await dig(name)) === address, {
      what: `${name} to be ${address}, whoever is asked`,
      timeoutMs: WAIT_MS,
    });

  await rename(identity, `${identity}.later`);
  const untouched = await lab.snapshot();
  await service.boot();
  t.equal((await service.inside(RESOLVECTL, 'dns', lab.names.cable, PLACES.networkResolver)).code, 0);
  const policy = await lab.api('POST', '/v1/policies', block(GAME));
  t.equal(policy.status, 201);

  await t.test('its look-ups, its cache and its DNS over TLS', async (t) => {
    t.equal(await dig(GAME), PLACES.site, 'before the agent');
    t.equal(await query(GAME), PLACES.site, 'and kept');
    t.equal(await overTls(), 'DNSOverTLS=opportunistic');
    await rename(`${identity}.later`, identity);
    await lab.enforcing();
    await judged(GAME, '0.0.0.0');
    await judged(NEWS, PLACES.site);
    t.equal(await overTls(), '-DNSOverTLS');
    const arrivals = lab.arrivals().length;
    await judged(GAME, '0.0.0.0');
    t.equal(lab.arrivals().length, arrivals, 'nothing of it left the laptop');
  });

  await t.test('what it keeps is forgotten when a policy changes', async (t) => {
    t.equal(await query(NEWS), PLACES.site);
    const { status } = await lab.api('PATCH', `/v1/policies/${policy.body.id}`, {
      rules: block(GAME, NEWS).rules,
    });
    t.equal(status, 200);
    await judged(NEWS, '0.0.0.0');
    t.equal(
      (await lab.api('PATCH', `/v1/policies/${policy.body.id}`, { rules: block(GAME).rules })).status,
      200,
    );
    await judged(NEWS, PLACES.site);
  });

  await t.test('without nft it sends all look-ups to the agent', async (t) => {
    // The other two would start it again.
    await service.systemctl('stop', AGENT, 'schoolgate-agent.socket', 'schoolgate-agent.path');
    await lab.root('nft', 'delete', 'table', 'inet', 'schoolgate');
    const nft = (await service.inside('sh', '-c', 'readlink -f "$(command -v nft)"')).stdout.trim();
    t.equal((await service.inside('mount', '--bind', '/dev/null', nft)).code, 0);
    await service.systemctl('start', AGENT);
    await judged(GAME, '0.0.0.0');
    await judged(NEWS, PLACES.site);
    t.equal(
      (await lab.student('dig', '+short', '+tries=1', `@${PLACES.foreign}`, GAME)).stdout.trim(),
      PLACES.site,
      'weaker: who asks another resolver is not stopped',
    );
    await until(
      async () => {
        const { protection } = (await lab.api('GET', `/v1/devices/${lab.deviceId}`)).body;
        return (protection as { readonly state: string }).state === 'unprotected';
      },
      { what: 'the laptop to say that this is no protection', timeoutMs: WAIT_MS },
    );
    await service.inside('umount', nft);
  });

  await t.test('restore leaves it as it was', async (t) => {
    const { code, stderr } = await service.inside(
      '/usr/lib/schoolgate-agent/schoolgate-agent',
      'restore',
      '--without-code',
    );
    t.equal(code, 0, stderr);
    await judged(GAME, PLACES.site);
    t.equal(await overTls(), 'DNSOverTLS=opportunistic');
    t.equal(await lab.snapshot(), untouched);
  });
});
