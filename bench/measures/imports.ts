import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessMemory } from '#tests/support/shop-process.ts';
import type { Measure } from '../bench.ts';
import { createExampleCatalogue } from '../example-catalogue.ts';
import type { Row } from '../report.ts';
import { createShopEnvironment, runShopCommand } from '../shop.ts';

const root = join(import.meta.dirname, '../..');
/** Every fifth product has eight variations: 10,010 rows. */
const products = 3850;
const megabyte = 1e6;

interface ImportRun {
  readonly seconds: number;
  /** Resident memory of the command's process; NaN except on Linux. */
  readonly peakBytes: number;
  readonly report: { readonly created: number; readonly unchanged: number; readonly skipped: number };
}

/** Imports a product CSV into an empty shop, then the same file again. Uses its own data folder. */
export const imports: Measure = async ({ share }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-import-'));
  try {
    const file = join(dataDir, 'catalogue.csv');
    const text = createExampleCatalogue(Math.round(products * share));
    const rows = text.trimEnd().split('\n').length - 1;
    writeFileSync(file, text);
    await runShopCommand(dataDir, 'migrate');
    // Startup time of any command, including its database, is subtracted.
    const start = performance.now();
    await runShopCommand(dataDir, 'products', 'list');
    const idle = (performance.now() - start) / 1000;
    const first = await runImport(dataDir, file);
    const second = await runImport(dataDir, file);
    if (first.report.created !== rows || second.report.unchanged !== rows)
      throw new Error('some rows were not imported');
    const speed = ({ seconds }: ImportRun) => rows / Math.max(0.001, seconds - idle);
    const what = `import of ${rows.toLocaleString('en-GB')} rows`;
    return [
      { what: `${what} into an empty shop`, value: speed(first), unit: 'rows/s', goal: { atLeast: 500 } },
      { what: `${what}, none of which has changed`, value: speed(second), unit: 'rows/s' },
      {
        what: 'memory of the import’s process, at most',
        value: Math.max(first.peakBytes, second.peakBytes) / megabyte,
        unit: 'MB',
      },
    ] satisfies Row[];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

async function runImport(dataDir: string, file: string): Promise<ImportRun> {
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', ...createShopEnvironment(dataDir) };
  const command = [join(root, 'dist/server/shop.js'), 'import', 'products', file, '--json'];
  const start = performance.now();
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let peakBytes = Number.NaN;
  const timer = setInterval(() => {
    peakBytes = readProcessMemory(child.pid ?? 0, 'VmHWM') ?? peakBytes;
  }, 100);
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  clearInterval(timer);
  return { seconds: (performance.now() - start) / 1000, peakBytes, report: JSON.parse(output) };
}
