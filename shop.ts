import { runCli } from '#app/cli.ts';

process.exit(await runCli(process.argv.slice(2)));
