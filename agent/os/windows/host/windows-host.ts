import type { InputOf, OutputOf } from '../../../channel/calls.ts';
import type { HostTakes } from './protocol.ts';

/** The native host, by which the agent reads and changes Windows without a shell. */
export interface WindowsHost {
  /** Rejects with the host's words (`Windows error 5`), or when there is no host. */
  call<Name extends keyof HostTakes & string>(
    name: Name,
    input: InputOf<HostTakes, Name>,
  ): Promise<OutputOf<HostTakes, Name>>;
}
