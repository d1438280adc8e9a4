import { runCommandLine } from './cli/command-line.ts';

const failed = await runCommandLine(process.argv.slice(2));
if (failed !== null) process.exit(failed);
