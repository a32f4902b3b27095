import { type BareCommand, runProgram } from '#platform/cli/program.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createLog } from '#platform/http/log.ts';
import { noAssets } from '#platform/islands/assets.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import { shopConfig } from '#shop.config';
import { assemble, buildApp, migrationSets } from './app.ts';
import { backupCommand, restoreCommand } from './backup-commands.ts';
import { ensureTables, settingsForCommand, withStorage } from './command-storage.ts';
import { doctorCommand } from './doctor.ts';
import { messageForOperator } from './failure.ts';

const migrateCommand: BareCommand = {
  name: 'migrate',
  summary: 'bring the database up to this program',
  run: (_input, output) =>
    withStorage(settingsForCommand(), async ({ database }) => {
      const report = await migrate(database, migrationSets(assemble(shopConfig)));
      await migrateJobs(database);
      for (const { owner, name } of report.applied) output.line(`applied ${owner} ${name}`);
      if (report.applied.length === 0) output.line('The database is up to date.');
      output.result(report);
      return 0;
    }),
};

/** Commands that need no open shop. */
export const bareCommands: readonly BareCommand[] = [migrateCommand, doctorCommand, backupCommand, restoreCommand];

/** Runs `shop <arguments>`; returns the exit code. */
export async function runCli(args: readonly string[]): Promise<number> {
  const { features } = assemble(shopConfig);
  try {
    return await runProgram(
      {
        bare: bareCommands,
        commands: features.flatMap((feature) => feature.commands ?? []),
        withShop: (work) =>
          withStorage(settingsForCommand(), async (storage) => {
            const config = settingsForCommand();
            await ensureTables(storage);
            const { database } = storage;
            const log = createLog('warn');
            const app = await buildApp({ config, choices: shopConfig, database, log, assets: noAssets });
            return work(app.shop);
          }),
      },
      args,
    );
  } catch (error) {
    const message = messageForOperator(error);
    if (message === null) throw error;
    process.stderr.write(`${message}\n`);
    return 1;
  }
}
