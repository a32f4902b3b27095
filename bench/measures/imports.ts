import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure } from '../bench.ts';
import { exampleCatalogue } from '../catalogue.ts';
import type { Row } from '../report.ts';
import { shopCommand, shopEnvironment } from '../shop.ts';

const root = join(import.meta.dirname, '../..');
/** Of five products one has eight variations: 10,010 rows. */
const products = 3850;
const megabyte = 1e6;

interface Done {
  readonly seconds: number;
  /** Resident, of the command's process; NaN where the system doesn't say. */
  readonly peakBytes: number;
  readonly report: { readonly created: number; readonly unchanged: number; readonly skipped: number };
}

/** A product export taken into an empty shop by the command line, then the same again. In a folder of its own. */
export const imports: Measure = async ({ share }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-import-'));
  try {
    const file = join(dataDir, 'catalogue.csv');
    const text = exampleCatalogue(Math.round(products * share));
    const rows = text.trimEnd().split('\n').length - 1;
    writeFileSync(file, text);
    await shopCommand(dataDir, 'migrate');
    // What any command takes to start, its database too.
    const start = performance.now();
    await shopCommand(dataDir, 'products', 'list');
    const idle = (performance.now() - start) / 1000;
    const first = await run(dataDir, file);
    const again = await run(dataDir, file);
    if (first.report.created !== rows || again.report.unchanged !== rows) throw new Error('not every row went in');
    const speed = ({ seconds }: Done) => rows / Math.max(0.001, seconds - idle);
    const what = `import of ${rows.toLocaleString('en-GB')} rows`;
    return [
      { what: `${what} into an empty shop`, value: speed(first), unit: 'rows/s', goal: { atLeast: 500 } },
      { what: `${what}, none of which has changed`, value: speed(again), unit: 'rows/s' },
      {
        what: 'memory of the import’s process, at most',
        value: Math.max(first.peakBytes, again.peakBytes) / megabyte,
        unit: 'MB',
      },
    ] satisfies Row[];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

async function run(dataDir: string, file: string): Promise<Done> {
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', ...shopEnvironment(dataDir) };
  const command = [join(root, 'dist/server/shop.js'), 'import', 'products', file, '--json'];
  const start = performance.now();
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let peakBytes = Number.NaN;
  const looking = setInterval(() => {
    peakBytes = peakOf(child.pid ?? 0) ?? peakBytes;
  }, 100);
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  clearInterval(looking);
  return { seconds: (performance.now() - start) / 1000, peakBytes, report: JSON.parse(output) };
}

/** The most that a process has held so far, in bytes; null when it is gone. */
function peakOf(pid: number): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
