/** The ways to bring a laptop in, by its system. */
export const SYSTEMS = ['debian', 'fedora', 'windows', 'msi', 'file', 'agent'] as const;

export type System = (typeof SYSTEMS)[number];

interface Made {
  readonly token: string;
  /** What is typed where the agent is installed already; it has the server's address. */
  readonly command: string;
}

/** The server as laptops reach it: the command of the token names it. */
function serverOf({ command }: Pick<Made, 'command'>): string {
  return / --server (\S+)/.exec(command)?.[1] ?? location.origin;
}

/** What is typed, or put into a file, on a laptop with a system. As in docs/deploy. */
export function commandFor(system: System, made: Made): string {
  const server = serverOf(made);
  const variables = `SCHOOLGATE_SERVER=${server} SCHOOLGATE_ENROLLMENT_TOKEN=${made.token}`;
  switch (system) {
    case 'debian':
      return `sudo ${variables} apt install ./schoolgate-agent_*_amd64.deb`;
    case 'fedora':
      return `sudo ${variables} dnf install ./schoolgate-agent-*.x86_64.rpm`;
    case 'windows':
      return `schoolgate-agent_VERSION_x64-setup.exe /S /SERVER=${server} /TOKEN=${made.token}`;
    case 'msi':
      return `msiexec /i schoolgate-agent_VERSION_x64.msi /qn SERVER=${server} TOKEN=${made.token}`;
    case 'file':
      return `SCHOOLGATE_SERVER=${server}\nSCHOOLGATE_ENROLLMENT_TOKEN=${made.token}`;
    case 'agent':
      return made.command;
  }
}
