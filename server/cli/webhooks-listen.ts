import type { Command } from 'commander';
import type { ListenOptions } from './listen.ts';

const SERVER = 'http://127.0.0.1:8080';

export function addWebhooks(program: Command): void {
  program
    .command('webhooks')
    .description('for people who write receivers of webhooks')
    .command('listen')
    .description('send the events of a running server to an address of yours, signed as webhooks are')
    .requiredOption('--forward <url>', 'where your receiver listens, such as http://127.0.0.1:3000/hooks')
    .option('--server <url>', 'the running server', process.env.SCHOOLGATE_BASE_URL || SERVER)
    .option(
      '--key <key>',
      'API key with webhooks:manage (better: SCHOOLGATE_API_KEY, which no process list shows)',
    )
    .option('--events <list>', 'events, groups (device.*) or *, with commas', '*')
    .option(
      '--after <sequence>',
      'begin behind this event; 0 = the oldest kept (default: what happens from now on)',
    )
    .option('--secret <secret>', 'sign with this whsec_… secret (default: a new one, which is printed)')
    .option(
      '--ca <file>',
      'certificate authority (PEM) of the server, as certificates/ca.crt of its data folder',
    )
    .option('--allow-remote', 'forward to an address that is not this machine')
    .option('--json', 'print lines of JSON for programs')
    .addHelpText(
      'after',
      '\nEach event is sent once, in order; with --after you get it again. Ctrl-C ends. It needs no webhook, and touches none.',
    )
    .action(async (options: ListenOptions) => {
      // The client and the signer are loaded by this command alone: the others answer at once.
      const { listen } = await import('./listen.ts');
      await listen(options);
    });
}
