import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { Duplex } from 'node:stream';
import { AgentError } from '../../../ports/agent-error.ts';
import type { HostConnection } from './host-link.ts';

/** The environment variable in which the host gives the agent the file descriptor of its connection. */
const FILE_OF_HOST = 'SCHOOLGATE_HOST_FD';

/** Where the host is: installed beside the agent. */
export function hostProgram(): string {
  return join(dirname(process.execPath), 'schoolgate-host.exe');
}

/** Whether the service of Windows has started this process. */
export function isOfService(env: NodeJS.ProcessEnv): boolean {
  return env[FILE_OF_HOST] !== undefined;
}

/** The host that has started this agent; for a command at a terminal one that it starts itself, which ends with it. @throws AgentError */
export function openSystemHost(env: NodeJS.ProcessEnv): HostConnection {
  const file = env[FILE_OF_HOST];
  if (file === undefined) return attend(hostProgram());
  const stream = new Socket({ fd: Number(file), readable: true, writable: true });
  return { stream, keepAlive: (wanted) => void (wanted ? stream.ref() : stream.unref()) };
}

function attend(program: string): HostConnection {
  if (!existsSync(program)) throw new AgentError(`${program} is missing: install Schoolgate again`);
  return connectionOf(spawn(program, ['attend'], { stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true }));
}

/** Connects to a host by its standard input and output. */
export function connectionOf(child: ChildProcess): HostConnection {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new AgentError('the native host has no standard input');
  const stream = Duplex.from({ readable: stdout, writable: stdin });
  // Also when it cannot be started: the stream closes then as well.
  child.once('error', (error) => stream.destroy(error));
  const handles = [child, ...[stdin, stdout].filter((one) => one instanceof Socket)];
  return {
    stream,
    keepAlive(wanted) {
      for (const handle of handles) wanted ? handle.ref() : handle.unref();
    },
  };
}
