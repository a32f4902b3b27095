import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, Measure } from './bench.ts';
import { adding } from './measures/adding.ts';
import { blocking } from './measures/blocking.ts';
import { calculation } from './measures/built-calculation.ts';
import { bulk } from './measures/bulk.ts';
import { cached } from './measures/cached.ts';
import { calls } from './measures/calls.ts';
import { catalogue } from './measures/catalogue.ts';
import { checkout } from './measures/checkout.ts';
import { click } from './measures/click.ts';
import { forms } from './measures/forms.ts';
import { imports } from './measures/imports.ts';
import { lighthouseScores } from './measures/lighthouse.ts';
import { listings } from './measures/listings.ts';
import { memory } from './measures/memory.ts';
import { office } from './measures/office.ts';
import { overload } from './measures/overload.ts';
import { queries } from './measures/queries.ts';
import { rendered } from './measures/rendered.ts';
import { search } from './measures/search.ts';
import { size, sizeProducts } from './measures/size.ts';
import { start } from './measures/start.ts';
import { tasks } from './measures/tasks.ts';
import { weight } from './measures/weight.ts';
import { wishlists } from './measures/wishlists.ts';
import { formatRow, type Row, toRowData } from './report.ts';
import { fillShop } from './shop.ts';

/** In running order: measures that are sensitive to other load come first. */
const measures: Readonly<Record<string, Measure>> = {
  rendered,
  cached,
  calls,
  wishlists,
  checkout,
  forms,
  calculation,
  overload,
  memory: memory,
  listings,
  search,
  size,
  import: imports,
  start,
  queries,
  office,
  bulk,
  catalogue,
  weight,
  blocking,
  click,
  adding,
  tasks,
  lighthouse: lighthouseScores,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string' },
    data: { type: 'string' },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

if (values.list) {
  process.stdout.write(`${Object.keys(measures).join('\n')}\n`);
  process.exit(0);
}

const names = values.only?.split(',') ?? Object.keys(measures);
const unknown = names.filter((name) => !Object.hasOwn(measures, name));
if (unknown.length > 0) {
  process.stderr.write(
    `--only: there is no measure ${unknown.join(', ')}; choose from ${Object.keys(measures).join(', ')}\n`,
  );
  process.exit(2);
}
const print = (line: string) => process.stdout.write(`${line}\n`);
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
const bench: Bench = {
  dataDir,
  ...(values.quick
    ? { seconds: 2, rounds: 1, turns: { seconds: 2, warmUps: 1, rounds: 1 }, share: 0.1 }
    : { seconds: 8, rounds: 3, turns: { seconds: 2, warmUps: 4, rounds: 12 }, share: 1 }),
};
const rows: Row[] = [];

try {
  await fillShop(dataDir, print);
  for (const name of names) await runMeasure(name);
} finally {
  if (values.data === undefined)
    for (const folder of [dataDir, `${dataDir}-large`, `${dataDir}-office`, `${dataDir}-${sizeProducts}`])
      rmSync(folder, { recursive: true, force: true });
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows.map(toRowData), null, 2)}\n`);

/** Prints the rows of a measure, or why it failed. */
async function runMeasure(name: string): Promise<void> {
  print(`\n${name}`);
  try {
    const found = (await measures[name]?.(bench)) ?? [];
    rows.push(...found);
    for (const row of found) print(formatRow(row));
  } catch (error) {
    print(`  could not be measured: ${error instanceof Error ? error.message : String(error)}`);
  }
}
