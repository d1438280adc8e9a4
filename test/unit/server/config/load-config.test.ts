import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { OperatorError } from '../../../../kit/operator-error.ts';
import { shippedFile } from '../../../../server/config/installation.ts';
import { DEFAULT_CONFIG_FILE, loadConfig } from '../../../../server/config/load-config.ts';
import { SETTING_NAMES, SETTINGS, variableOf } from '../../../../server/config/settings.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { testFolder } from '../../../support/test-folder.ts';

const CWD = '/somewhere';
const load = (input: Partial<Parameters<typeof loadConfig>[0]> = {}) =>
  loadConfig({ flags: {}, env: {}, cwd: CWD, ...input });

function fileWith(t: Test, text: string): string {
  const file = join(testFolder(t), 'school.toml');
  writeFileSync(file, text);
  return file;
}

function refuses(t: Test, input: Partial<Parameters<typeof loadConfig>[0]>, sentence: RegExp | string): void {
  t.throws(() => load(input), Object.assign(new OperatorError(''), { message: sentence }));
}

t.test('without anything set, the commented default file is what is in force', async (t) => {
  const { settings, file, chosen } = load();
  hasFields(t, settings, {
    dataDir: '/somewhere/schoolgate-data',
    host: '127.0.0.1',
    httpPort: 8080,
    mqttPort: 8883,
    publicHosts: [],
    tlsCertificate: null,
    logLevel: 'info',
    organisationName: null,
    categoriesShippedFile: null,
    categoriesAllowCidrs: [],
    categoriesAllowHttpCidrs: [],
    webhookAllowCidrs: [],
  });
  t.equal(file, null);
  t.equal(chosen.size, 0);
});

t.test('every setting has a default and an explanation in the default file', async (t) => {
  const text = readFileSync(shippedFile(DEFAULT_CONFIG_FILE), 'utf8');
  for (const name of SETTING_NAMES)
    t.match(text, new RegExp(`^${SETTINGS[name].key.split('.').at(-1)} = `, 'm'));
});

t.test('a flag beats the environment, which beats the file, which beats the default', async (t) => {
  const configFile = fileWith(t, 'http_port = 1000\nmqtt_port = 1001\nhost = "::1"\n');
  const env = { SCHOOLGATE_HTTP_PORT: '2000', SCHOOLGATE_MQTT_PORT: '2001', SCHOOLGATE_CONFIG: configFile };
  hasFields(t, load({ env, flags: { httpPort: '3000' } }).settings, {
    httpPort: 3000,
    mqttPort: 2001,
    host: '::1',
    logLevel: 'info',
  });
});

t.test('--config beats SCHOOLGATE_CONFIG', async (t) => {
  const configFile = fileWith(t, 'http_port = 1000');
  t.equal(load({ configFile, env: { SCHOOLGATE_CONFIG: '/nowhere' } }).settings.httpPort, 1000);
});

t.test('an empty variable counts as not set', async (t) => {
  t.equal(load({ env: { SCHOOLGATE_HTTP_PORT: '' } }).settings.httpPort, 8080);
});

t.test('each setting can be given by its variable; lists with commas', async (t) => {
  t.equal(variableOf('webhookAllowCidrs'), 'SCHOOLGATE_WEBHOOK_ALLOW_CIDRS');
  t.equal(variableOf('dataDir'), 'SCHOOLGATE_DATA_DIR');
  const env = {
    SCHOOLGATE_WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8, fd00::/8',
    SCHOOLGATE_ORGANISATION_ACCOUNT_DOMAIN: 'School.Example',
  };
  hasFields(t, load({ env }).settings, {
    webhookAllowCidrs: ['10.0.0.0/8', 'fd00::/8'],
    organisationAccountDomain: 'school.example',
  });
});

t.test(
  'a relative path in a file starts at that file, one on the command line at the current folder',
  async (t) => {
    const folder = testFolder(t);
    mkdirSync(join(folder, 'etc'));
    const configFile = join(folder, 'etc', 'school.toml');
    writeFileSync(configFile, 'data_dir = "data"');
    t.equal(load({ configFile }).settings.dataDir, join(folder, 'etc', 'data'));
    t.equal(load({ configFile, flags: { dataDir: 'data' } }).settings.dataDir, '/somewhere/data');
  },
);

t.test('what is wrong in a file is told with file and line', async (t) => {
  const unknown = fileWith(t, '# comment\nhost = "127.0.0.1"\n\nhttp_prot = 80\n');
  refuses(
    t,
    { configFile: unknown },
    `${unknown}, line 4: "http_prot" is not a setting. Did you mean "http_port"?`,
  );
  const inTable = fileWith(t, '[webhook]\n\nallow_cidrs = ["10.0.0.0/33"]\n');
  refuses(
    t,
    { configFile: inTable },
    `${inTable}, line 3: webhook.allow_cidrs must hold networks such as "10.1.0.0/16", not "10.0.0.0/33".`,
  );
  const unknownTable = fileWith(t, 'host = "::1"\n[webhooks]\nallow_cidrs = []\n');
  refuses(
    t,
    { configFile: unknownTable },
    /line 3: "webhooks.allow_cidrs" is not a setting\. Did you mean "webhook.allow_cidrs"\?/,
  );
  const syntax = fileWith(t, 'host = "127.0.0.1"\nhttp_port = = 3\n');
  refuses(t, { configFile: syntax }, /school\.toml, line 2: this is not valid TOML/);
  const type = fileWith(t, 'http_port = "eighty"');
  refuses(
    t,
    { configFile: type },
    `${type}, line 1: http_port must be a port from 0 to 65535, not "eighty".`,
  );
});

t.test('a file that is not there is told so', async (t) => {
  refuses(
    t,
    { configFile: '/no/such.toml' },
    'The configuration file /no/such.toml cannot be read: there is no such file.',
  );
});

t.test('what is wrong in a variable or flag is told with its name', async (t) => {
  refuses(
    t,
    { env: { SCHOOLGATE_HTTP_PORT: '99999' } },
    'SCHOOLGATE_HTTP_PORT must be a port from 0 to 65535, not "99999".',
  );
  refuses(t, { flags: { mqttPort: '-1' } }, '--mqtt-port must be a port from 0 to 65535, not "-1".');
  refuses(t, { flags: { host: 'not a host' } }, /^--host must be a host name or an IP address/);
  refuses(t, { env: { SCHOOLGATE_LOG_LEVEL: 'loud' } }, /^SCHOOLGATE_LOG_LEVEL must be one of debug, info/);
  refuses(t, { env: { SCHOOLGATE_ORGANISATION_TIMEZONE: 'Mars/Olympus' } }, /must be an IANA time zone/);
  refuses(t, { env: { SCHOOLGATE_TRUST_PROXY: 'everyone' } }, /must hold networks/);
});

t.test('a misspelt variable is not passed over in silence; foreign ones are', async (t) => {
  refuses(
    t,
    { env: { SCHOOLGATE_HTTP_PROT: '80' } },
    'The variable SCHOOLGATE_HTTP_PROT is not a setting. Did you mean SCHOOLGATE_HTTP_PORT?',
  );
  t.doesNotThrow(() =>
    load({ env: { SCHOOLGATE_API_KEY: 'x', SCHOOLGATE_AGENT_STATE_DIR: '/x', HTTP_PROT: '1' } }),
  );
});

t.test('settings that contradict one another are refused', async (t) => {
  refuses(t, { flags: { httpPort: '9000', mqttPort: '9000' } }, /both 9000/);
  t.doesNotThrow(
    () => load({ flags: { httpPort: '0', mqttPort: '0' } }),
    'the system chooses two different ones',
  );
  refuses(t, { env: { SCHOOLGATE_TLS_CERTIFICATE: 'a.pem' } }, /^tls_certificate is set but tls_key is not/);
  refuses(
    t,
    { env: { SCHOOLGATE_TLS_AUTHORITY: 'a.pem' } },
    /^tls_authority is set but tls_certificate is not/,
  );
});
