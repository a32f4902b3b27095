import { access, constants, statfs } from 'node:fs/promises';
import { type Finding, formatAction, runChecks } from '#platform/checks/checks.ts';
import type { StandaloneCommand } from '#platform/cli/program.ts';
import type { Config } from '#platform/config/config.ts';
import { listPendingMigrations } from '#platform/database/migrate.ts';
import { findStoreProblem } from '#platform/files/store/check-store.ts';
import { createFileStore } from '#platform/files/store/create-store.ts';
import { createLog } from '#platform/http/log.ts';
import { noAssets } from '#platform/islands/assets.ts';
import { shopConfig } from '#shop.config';
import { buildApp, listMigrationSets } from '../app.ts';
import { assembleFeatures } from '../assembly.ts';
import { getOperatorMessage } from '../operator-error.ts';
import type { ShopDatabase } from '../shop-database.ts';
import { readCommandConfig, withShopDatabase } from './command-database.ts';

/** With less free disk space, the doctor shows a warning. */
const minFreeBytes = 1024 ** 3;

export const doctorCommand: StandaloneCommand = {
  name: 'doctor',
  summary: 'check everything that the shop needs',
  run: async (_input, output) => {
    const config = readCommandConfig();
    const findings = [
      checkNode(),
      await checkDataFolder(config),
      ...(await checkFiles(config)),
      ...(await checkDatabase(config)),
    ];
    output.table(
      ['State', 'Check', 'Result'],
      findings.map(({ what, state, text }) => [state, what, text]),
    );
    const actions = findings.flatMap((finding) => {
      const action = formatAction(finding);
      return action === undefined ? [] : [`${finding.what}: ${action}`];
    });
    if (actions.length > 0) output.line('What to do:');
    for (const action of new Set(actions)) output.line(`- ${action}`);
    output.result(findings);
    return findings.some(({ state }) => state === 'error') ? 1 : 0;
  },
};

function checkNode(): Finding {
  const [major = 0] = process.versions.node.split('.').map(Number);
  return {
    what: 'Node',
    state: major >= 24 ? 'ok' : 'error',
    text: `version ${process.versions.node}${major >= 24 ? '' : ': install version 24 or newer'}`,
  };
}

async function checkDataFolder({ dataDir, mode }: Config): Promise<Finding> {
  try {
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const text = `${dataDir}, ${(free / 1024 ** 3).toFixed(1)} GB free`;
    return { what: 'Data folder', state: free < minFreeBytes ? 'warning' : 'ok', text };
  } catch {
    return {
      what: 'Data folder',
      state: mode === 'live' ? 'error' : 'warning',
      text: `${dataDir} does not exist or is not writable`,
    };
  }
}

async function checkFiles(config: Config): Promise<Finding[]> {
  const store = createFileStore(config);
  if (store.kind === 'disk') return [];
  const problem = await findStoreProblem(store);
  return [{ what: 'Files', state: problem === null ? 'ok' : 'error', text: problem ?? store.description }];
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  try {
    return await withShopDatabase(config, async (shopDatabase) => [
      { what: 'Database', state: 'ok', text: await describeDatabase(shopDatabase) },
      ...(await checkTablesAndShop(config, shopDatabase)),
    ]);
  } catch (error) {
    const text = getOperatorMessage(error) ?? (error instanceof Error ? error.message : String(error));
    return [{ what: 'Database', state: 'error', text }];
  }
}

async function describeDatabase({ database, description }: ShopDatabase): Promise<string> {
  const { rows } = await database.pool.query<{ version: string; size: string }>(
    "select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size",
  );
  return `${description}: version ${rows[0]?.version}, ${rows[0]?.size}`;
}

async function checkTablesAndShop(config: Config, { database }: ShopDatabase): Promise<Finding[]> {
  const pending = await listPendingMigrations(database, listMigrationSets(assembleFeatures(shopConfig)));
  if (pending.length > 0) {
    const text = `${pending.length} migrations pending: run npm run shop -- migrate`;
    return [{ what: 'Tables', state: 'error', text }];
  }
  const { shop } = await buildApp({ config, choices: shopConfig, database, log: createLog('warn'), assets: noAssets });
  return [{ what: 'Tables', state: 'ok', text: 'up to date' }, ...(await runChecks(shop, { isForOperator: true }))];
}
