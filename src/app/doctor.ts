import { access, constants, statfs } from 'node:fs/promises';
import type { BareCommand } from '#platform/cli/program.ts';
import type { Config } from '#platform/config/config.ts';
import { pendingMigrations } from '#platform/database/migrate.ts';
import { readJobStatistics } from '#platform/jobs/statistics.ts';
import { shopConfig } from '#shop.config';
import { assemble, listMigrationSets } from './app.ts';
import { readCommandConfig, withShopDatabase } from './command-database.ts';
import { getOperatorMessage } from './operator-error.ts';
import type { ShopDatabase } from './shop-database.ts';

interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'error';
  readonly text: string;
}

const lowDisk = 1024 ** 3;

/** Checks what the shop needs. Changes nothing. */
export const doctorCommand: BareCommand = {
  name: 'doctor',
  summary: 'look whether everything the shop needs is in order',
  run: async (_input, output) => {
    const config = readCommandConfig();
    const findings = [programFinding(), ...(await folderFindings(config)), ...(await databaseFindings(config))];
    output.table(
      ['', 'What', ''],
      findings.map(({ what, state, text }) => [state, what, text]),
    );
    output.result(findings);
    return findings.some(({ state }) => state === 'error') ? 1 : 0;
  },
};

function programFinding(): Finding {
  const [major = 0] = process.versions.node.split('.').map(Number);
  return {
    what: 'Node',
    state: major >= 24 ? 'ok' : 'error',
    text: `version ${process.versions.node}${major >= 24 ? '' : ', 24 is needed'}`,
  };
}

async function folderFindings({ dataDir, mode }: Config): Promise<Finding[]> {
  try {
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const text = `${dataDir}, ${(free / 1024 ** 3).toFixed(1)} GB free`;
    return [{ what: 'Data folder', state: free < lowDisk ? 'warning' : 'ok', text }];
  } catch {
    return [
      {
        what: 'Data folder',
        state: mode === 'live' ? 'error' : 'warning',
        text: `${dataDir} is not there or can't be written to`,
      },
    ];
  }
}

async function databaseFindings(config: Config): Promise<Finding[]> {
  try {
    return await withShopDatabase(config, async (storage) => [
      { what: 'Database', state: 'ok', text: await describe(storage) },
      ...(await contentFindings(storage)),
    ]);
  } catch (error) {
    const text = getOperatorMessage(error) ?? (error instanceof Error ? error.message : String(error));
    return [{ what: 'Database', state: 'error', text }];
  }
}

async function describe({ database, description }: ShopDatabase): Promise<string> {
  const { rows } = await database.pool.query<{ version: string; size: string }>(
    "select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size",
  );
  return `${description}: version ${rows[0]?.version}, ${rows[0]?.size}`;
}

async function contentFindings({ database }: ShopDatabase): Promise<Finding[]> {
  const waiting = await pendingMigrations(database, listMigrationSets(assemble(shopConfig)));
  if (waiting.length > 0)
    return [{ what: 'Tables', state: 'error', text: `${waiting.length} migrations wait: npm run shop -- migrate` }];
  const jobs = await readJobStatistics(database.db);
  return [
    { what: 'Tables', state: 'ok', text: 'up to date' },
    {
      what: 'Jobs',
      state: jobs.failed > 0 ? 'warning' : 'ok',
      text: `${jobs.due + jobs.scheduled} waiting, ${jobs.failed} given up`,
    },
  ];
}
