import type { CreatedEnrollmentToken } from '../../../sdk/node/index.ts';

/** The systems of laptops for which there is an installer. */
export const SYSTEMS = ['debian', 'fedora', 'windows', 'installed'] as const;

export type LaptopSystem = (typeof SYSTEMS)[number];

/** What is typed on a laptop of each system, in the folder of the installer, as administrator. */
export function enrollmentCommand(
  system: LaptopSystem,
  { command, token }: Pick<CreatedEnrollmentToken, 'command' | 'token'>,
): string {
  // The server knows best how laptops reach it.
  const server = /--server (\S+)/.exec(command)?.[1] ?? location.origin;
  const given = `SCHOOLGATE_SERVER=${server} SCHOOLGATE_ENROLLMENT_TOKEN=${token}`;
  switch (system) {
    case 'debian':
      return `sudo ${given} apt install ./schoolgate-agent_*.deb`;
    case 'fedora':
      return `sudo ${given} dnf install ./schoolgate-agent-*.rpm`;
    case 'windows':
      return `& (Get-Item .\\schoolgate-agent_*-setup.exe).FullName /S /SERVER=${server} /TOKEN=${token}`;
    case 'installed':
      return command;
  }
}
