import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createChance } from '#tests/chance.ts';
import { closeConnections } from '#tests/shopper.ts';
import { databaseOf, untilJobsAreDone } from './shop.ts';
import { type Check, checkOrders } from './soak/checks.ts';
import { clerk } from './soak/clerk.ts';
import { type Diary, newDiary } from './soak/diary.ts';
import { misuse } from './soak/hostile.ts';
import { type Keeper, keepShop } from './soak/keeper.ts';
import { kill } from './soak/kills.ts';
import { printChecks, printMisuse, printStock, printTrade } from './soak/print.ts';
import { checkAnswers, checkMails } from './soak/promises.ts';
import { createRush } from './soak/rush.ts';
import { live } from './soak/shopper-life.ts';
import { checkStock, stockLines } from './soak/stock-ledger.ts';
import { fillWithWares, readStartStock, readWares } from './soak/wares.ts';

const { values } = parseArgs({
  options: {
    shoppers: { type: 'string', default: '500' },
    kills: { type: 'string', default: '5' },
    hostile: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    keep: { type: 'boolean', default: false },
  },
});
const [shoppers, kills, hostile, seed] = [values.shoppers, values.kills, values.hostile, values.seed].map(Number);
if (![shoppers, kills, hostile, seed].every((number) => Number.isSafeInteger(number) && (number ?? -1) >= 0)) {
  process.stderr.write('--shoppers, --kills, --hostile and --seed: expected whole numbers\n');
  process.exit(2);
}

/** Shoppers in the shop at once. */
const atOnce = 24;
const say = (line: string) => process.stdout.write(`${line}\n`);
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-soak-'));

say(
  `${shoppers} shoppers, ${hostile} hostile clients, ${kills} kills each of shop, supervisor and PostgreSQL, --seed ${seed}`,
);
let proven = false;
try {
  await fillWithWares(dataDir);
  const keeper = await keepShop(dataDir);
  try {
    proven = await soak(keeper);
  } finally {
    await keeper.close();
    await closeConnections();
  }
} finally {
  if (values.keep) say(`The data folder is ${dataDir}`);
  else rmSync(dataDir, { recursive: true, force: true });
}
process.exit(proven ? 0 : 1);

async function soak(keeper: Keeper): Promise<boolean> {
  const diary = newDiary();
  const begun = performance.now();
  const start = await withDatabase(readStartStock);
  await trade(keeper, diary);
  say(`Traded for ${((performance.now() - begun) / 1000).toFixed(0)} s. Waiting for jobs …`);
  await keeper.untilOpen();
  return withDatabase(async (database) => {
    await untilJobsAreDone(database, 180_000);
    const lines = await stockLines(database, start);
    const checks = [
      ...checkStock(lines),
      ...(await checkOrders(database)),
      ...(await checkAnswers(database, diary)),
      ...(await checkMails(database, dataDir)),
      surprises(diary),
    ];
    printStock(lines, say);
    return printChecks(checks, say);
  });
}

async function withDatabase<Result>(
  work: (database: ReturnType<typeof databaseOf>) => Promise<Result>,
): Promise<Result> {
  const database = databaseOf(dataDir);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function trade(keeper: Keeper, diary: Diary): Promise<void> {
  const wares = await withDatabase(readWares);
  const rush = createRush();
  const closing = new AbortController();
  const place = { url: keeper.url, wares, diary, rush };
  let come = 0;
  let gone = 0;
  const visitors = Array.from({ length: Math.min(atOnce, shoppers ?? 0) }, async () => {
    while (come < (shoppers ?? 0)) {
      come += 1;
      await live({ ...place, chance: createChance(seed ?? 0, come) }).catch((error: unknown) =>
        diary.surprises.push(String(error)),
      );
      gone += 1;
    }
  });
  const working = clerk({ dataDir, keeper, chance: createChance(seed ?? 0, -1), diary }, closing.signal);
  const progress = () => gone / (shoppers ?? 1);
  const killing = kill({ keeper, rush, chance: createChance(seed ?? 0, -2), kills: kills ?? 0, progress, say });
  const misusing = misuse(place, hostile ?? 0, seed ?? 0, closing.signal);
  await Promise.all([...visitors, killing]);
  closing.abort();
  printMisuse(await misusing, say);
  printTrade({ diary, work: await working, shoppers: gone, unasked: keeper.unasked }, say);
}

function surprises({ surprises: found, attempts }: Diary): Check {
  return { what: 'every form was answered in the end, and clearly', of: attempts.length, breaches: found };
}
