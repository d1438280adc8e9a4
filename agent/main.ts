/** Each program loads what it needs and no more: a worker that starts again is to answer within a quarter of a second. */
async function run(): Promise<number> {
  if (process.argv[2] === 'worker') {
    const { runWorkerProcess } = await import('./cli/worker-command.ts');
    return runWorkerProcess(process.argv.slice(3));
  }
  const { runCli } = await import('./cli/program.ts');
  return runCli(process.argv);
}

// Not awaited at the top: the agent ships as one CommonJS bundle, which has no top-level await.
run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    // Now, and not once nothing is left to do: a program that failed must not hold its ports. This also ends a process whose `process.exit` a listener of 'exit'
    // broke off by throwing, which leaves it without `nextTick` but alive: Node calls those listeners once only.
    process.exit(1);
  },
);
