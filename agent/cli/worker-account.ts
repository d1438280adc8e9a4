import type { CommandRunner } from '../ports/command-runner.ts';

/** The account of the worker. */
export interface WorkerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** Finds an account by its name (getpwnam(3), through id(1)); null = there is none, or this is no Linux, or we may not become another. Never rejects. */
export async function findWorkerAccount(
  name: string,
  {
    run,
    platform,
    ownUid,
  }: { readonly run: CommandRunner; readonly platform: NodeJS.Platform; readonly ownUid: number },
): Promise<WorkerAccount | null> {
  if (platform !== 'linux' || ownUid !== 0 || !/^[a-z_][a-z0-9_-]{0,31}$/.test(name)) return null;
  const ask = async (option: '-u' | '-g'): Promise<number | null> => {
    const { code, stdout } = await run.run(['id', option, name]);
    return code === 0 && /^\d+\n?$/.test(stdout) ? Number(stdout) : null;
  };
  const [uid, gid] = [await ask('-u'), await ask('-g')];
  // The superuser is no other account.
  return uid === null || gid === null || uid === 0 ? null : { uid, gid };
}
