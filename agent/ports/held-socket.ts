/** A socket on one of this computer's own addresses that the service manager opened, and keeps open while no worker lives: nobody else can take its port. */
export interface HeldSocket {
  /** The file descriptor; inherited by the process that is to use it. */
  readonly fd: number;
  readonly protocol: 'udp' | 'tcp';
  readonly family: 4 | 6;
  readonly port: number;
}
