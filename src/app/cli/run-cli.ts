import { adoptLocale } from '#features/catalog/index.ts';
import { runProgram, type StandaloneCommand } from '#platform/cli/program.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createLog } from '#platform/http/log.ts';
import { noAssets } from '#platform/islands/assets.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import { shopConfig } from '#shop.config';
import { buildApp, listCommands, listMigrationSets } from '../app.ts';
import { assembleFeatures } from '../assembly.ts';
import { getOperatorMessage } from '../operator-error.ts';
import { backupCommand, restoreCommand } from './backup-commands.ts';
import { createCallCommand } from './call-command.ts';
import { ensureMigrated, readCommandConfig, withShopDatabase } from './command-database.ts';
import { doctorCommand } from './doctor.ts';
import { moveFilesCommand } from './files-commands.ts';
import { type Calls, registerCalls } from './register-calls.ts';

const migrateCommand: StandaloneCommand = {
  name: 'migrate',
  summary: 'apply pending migrations to the database',
  run: (_input, output) =>
    withShopDatabase(readCommandConfig(), async ({ database }) => {
      const report = await migrate(database, listMigrationSets(assembleFeatures(shopConfig)));
      await migrateJobs(database);
      await adoptLocale(database.db, shopConfig.locale);
      for (const { owner, name } of report.applied) output.line(`applied ${owner} ${name}`);
      if (report.applied.length === 0) output.line('The database is up to date.');
      output.result(report);
      return 0;
    }),
};

export const standaloneCommands: readonly StandaloneCommand[] = [
  migrateCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  moveFilesCommand,
];

/**
 * Runs `shop <arguments>`.
 * @returns the exit code of the process
 */
export async function runCli(args: readonly string[]): Promise<number> {
  // The command `call` gets only a shop: this finds the calls of the app that was built for the shop.
  const calls = new WeakMap<Shop, Calls>();
  try {
    return await runProgram(
      {
        standaloneCommands,
        commands: [...listCommands(assembleFeatures(shopConfig)), createCallCommand((shop) => calls.get(shop))],
        withShop: (work) => {
          const config = readCommandConfig();
          return withShopDatabase(config, async ({ database }) => {
            await ensureMigrated(database);
            const log = createLog('warn');
            const app = await buildApp({ config, choices: shopConfig, database, log, assets: noAssets });
            calls.set(app.shop, registerCalls(app));
            try {
              return await work(app.shop);
            } finally {
              await app.http.close();
            }
          });
        },
      },
      args,
    );
  } catch (error) {
    const message = getOperatorMessage(error);
    if (message === null) throw error;
    process.stderr.write(`${message}\n`);
    return 1;
  }
}
