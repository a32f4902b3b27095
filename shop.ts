import { runCli } from '#app/cli/run-cli.ts';

process.exit(await runCli(process.argv.slice(2)));
