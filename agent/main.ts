/** Each program loads only what it needs, because a worker that is started again must answer within a quarter of a second. */
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
    // At once, because a program that failed must not hold its ports. This also ends a process in which a listener of 'exit' threw: Node calls those
    // listeners once only, and the process would live on without `nextTick`.
    process.exit(1);
  },
);
