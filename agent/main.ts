import { runCli } from './cli/program.ts';

// Not awaited at the top: the agent ships as one CommonJS bundle, which has no top-level await.
runCli(process.argv).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
