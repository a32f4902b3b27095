import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, Measure } from './bench.ts';
import { cached } from './measures/cached.ts';
import { calls } from './measures/calls.ts';
import { click } from './measures/click.ts';
import { imports } from './measures/imports.ts';
import { phone } from './measures/lighthouse.ts';
import { listings } from './measures/listings.ts';
import { memory } from './measures/memory.ts';
import { overload } from './measures/overload.ts';
import { queries } from './measures/queries.ts';
import { rendered } from './measures/rendered.ts';
import { search } from './measures/search.ts';
import { start } from './measures/start.ts';
import { weight } from './measures/weight.ts';
import { type Row, rowData, rowText } from './report.ts';
import { fillShop } from './shop.ts';

/** In the order in which they run: what needs the machine for itself comes first. */
const measures: Readonly<Record<string, Measure>> = {
  rendered,
  cached,
  calls,
  overload,
  memory,
  listings,
  search,
  import: imports,
  start,
  queries,
  weight,
  click,
  lighthouse: phone,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string' },
    data: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});

const names = values.only?.split(',') ?? Object.keys(measures);
const unknown = names.filter((name) => !Object.hasOwn(measures, name));
if (unknown.length > 0) {
  process.stderr.write(`--only: ${unknown.join(', ')} is none of ${Object.keys(measures).join(', ')}\n`);
  process.exit(2);
}
const say = (line: string) => process.stdout.write(`${line}\n`);
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
const bench: Bench = {
  dataDir,
  ...(values.quick ? { seconds: 2, rounds: 1, share: 0.1 } : { seconds: 8, rounds: 3, share: 1 }),
};
const rows: Row[] = [];

try {
  await fillShop(dataDir, say);
  for (const name of names) await measure(name);
} finally {
  if (values.data === undefined)
    for (const folder of [dataDir, `${dataDir}-large`]) rmSync(folder, { recursive: true, force: true });
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows.map(rowData), null, 2)}\n`);

/** One that fails is said and leaves the others alone. */
async function measure(name: string): Promise<void> {
  say(`\n${name}`);
  try {
    const found = (await measures[name]?.(bench)) ?? [];
    rows.push(...found);
    for (const row of found) say(rowText(row));
  } catch (error) {
    say(`  could not be measured: ${error instanceof Error ? error.message : String(error)}`);
  }
}
