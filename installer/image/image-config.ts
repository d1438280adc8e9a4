/** Of the server's account in the image; no number of a distribution's own accounts. */
export const ACCOUNT_ID = 10_001;

/** What is to be a volume. The data is in a folder inside, so that a restore can put it aside. */
export const STATE = '/var/lib/schoolgate';

const SECOND_NS = 1_000_000_000;

/**
 * How a container of the image runs: `config` of the OCI image configuration, with `Healthcheck` as Docker and Podman read it.
 * @see https://github.com/opencontainers/image-spec/blob/main/config.md
 */
export function runConfig(version: string): Readonly<Record<string, unknown>> {
  return {
    User: `${ACCOUNT_ID}:${ACCOUNT_ID}`,
    ExposedPorts: { '8080/tcp': {}, '8883/tcp': {} },
    Env: [
      'PATH=/usr/bin',
      `HOME=${STATE}`,
      `SCHOOLGATE_DATA_DIR=${STATE}/data`,
      // A container's own loopback reaches nobody.
      'SCHOOLGATE_HOST=0.0.0.0',
    ],
    Entrypoint: ['/usr/bin/schoolgate'],
    Cmd: ['serve'],
    Volumes: { [STATE]: {} },
    WorkingDir: STATE,
    StopSignal: 'SIGTERM',
    Labels: {
      'org.opencontainers.image.title': 'Schoolgate',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'Apache-2.0',
    },
    Healthcheck: {
      Test: ['CMD', '/usr/lib/schoolgate/node', '/usr/lib/schoolgate/healthcheck.cjs'],
      Interval: 30 * SECOND_NS,
      Timeout: 5 * SECOND_NS,
      // The first start makes keys and the index of categories.
      StartPeriod: 60 * SECOND_NS,
      Retries: 3,
    },
  };
}
