import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createChance } from '#tests/support/chance.ts';
import { closeConnections } from '#tests/support/shopper.ts';
import { openShopDatabase } from './shop.ts';
import { createDiary, type Diary } from './soak/attempts.ts';
import { buildSoakShop, type SoakShop } from './soak/build-shop.ts';
import type { Check } from './soak/checks/check.ts';
import { checkAnswers, checkMails } from './soak/checks/check-answers.ts';
import { checkCoupons } from './soak/checks/check-coupons.ts';
import { checkCustomers } from './soak/checks/check-customers.ts';
import { checkDocuments } from './soak/checks/check-documents.ts';
import { checkOrderList } from './soak/checks/check-order-list.ts';
import { checkOrders } from './soak/checks/check-orders.ts';
import { browsePages, checkPages, listPagePaths } from './soak/checks/check-pages.ts';
import { checkLedger, checkProviderBooks } from './soak/checks/check-payments.ts';
import { checkReports } from './soak/checks/check-reports.ts';
import { checkShipping } from './soak/checks/check-shipping.ts';
import { checkStock, readStockLines } from './soak/checks/check-stock.ts';
import { checkWithdrawals } from './soak/checks/check-withdrawals.ts';
import { runHostileClients } from './soak/hostile-clients.ts';
import { keepShopRunning, type ShopKeeper } from './soak/keep-shop-running.ts';
import { killProcesses } from './soak/kill-processes.ts';
import { createPace } from './soak/pace.ts';
import { passTime, reconcileAll } from './soak/pass-time.ts';
import { type SoakProvider, startSoakProvider } from './soak/payment-provider.ts';
import { printChecks, printMisuse, printOutcomes, printStock, printTrade } from './soak/print.ts';
import { importSoakProducts, readSoakProducts, readStartStock } from './soak/products.ts';
import { createSoakRules } from './soak/rules.ts';
import { runClerk } from './soak/run-clerk.ts';
import { runShopper } from './soak/run-shopper.ts';
import { runWalletSoak } from './soak/run-wallet-soak.ts';
import { createRush } from './soak/rush.ts';
import { type DocumentFingerprints, watchDocuments } from './soak/watch-documents.ts';
import { checkHostileHolds, type HostileHolds, watchHostileHolds } from './soak/watch-hostile-holds.ts';

const { values } = parseArgs({
  options: {
    shoppers: { type: 'string', default: '500' },
    kills: { type: 'string', default: '5' },
    hostile: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    wallet: { type: 'string', default: '0' },
    cards: { type: 'string', default: '50' },
    keep: { type: 'boolean', default: false },
  },
});
const numbers = [values.shoppers, values.kills, values.hostile, values.seed, values.wallet, values.cards].map(Number);
const [shoppers, kills, hostile, seed, wallet, cards] = numbers;
if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) {
  process.stderr.write(
    '--shoppers, --kills, --hostile, --wallet, --cards and --seed: expected whole numbers of 0 or more\n',
  );
  process.exit(2);
}
if (wallet) {
  const options = { payments: wallet, cards: cards ?? 0, kills: kills ?? 0, seed: seed ?? 0, keepsFolder: values.keep };
  process.exit((await runWalletSoak(options)) ? 0 : 1);
}

const concurrentShoppers = 48;
/** What happens beside the shoppers, for each of them. A command takes as long as a shopper. */
const perShopper = { ordersLists: 0.004 + 28 / (shoppers || 1), attacks: 0.5, pages: 4 } as const;
/** Stock is scarce for any number of shoppers. */
const stockScale = Math.max(1, (shoppers ?? 0) / 500);
const print = (line: string) => process.stdout.write(`${line}\n`);
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-soak-'));

print(
  `${shoppers} shoppers, ${hostile} hostile clients, ${kills} kills each of shop, supervisor and PostgreSQL, --seed ${seed}`,
);
let isProven = false;
let keeper: ShopKeeper | null = null;
const provider = await startSoakProvider(createChance(seed ?? 0, -3), () => keeper?.url ?? '');
const soakShop: SoakShop = { dataDir, providerUrl: provider.server.url };
try {
  await buildSoakShop();
  await importSoakProducts(soakShop, stockScale);
  keeper = await keepShopRunning(soakShop);
  await createSoakRules(soakShop);
  isProven = await soak(keeper, provider);
} finally {
  await keeper?.close();
  await closeConnections();
  await provider.stop();
  if (values.keep) print(`The data folder is ${dataDir}`);
  else rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isProven ? 0 : 1);

async function soak(keeper: ShopKeeper, provider: SoakProvider): Promise<boolean> {
  const diary = createDiary();
  const startTime = performance.now();
  const startStock = await withDatabase((database) => readStartStock(database, stockScale));
  const { documents, holds } = await runTrade(keeper, provider, diary);
  print(`Traded for ${((performance.now() - startTime) / 1000).toFixed(0)} s. Waiting for jobs …`);
  await keeper.untilOpen();
  await provider.finish();
  const pages = await withDatabase(async (database) => {
    print(`Nothing is requested after ${await reconcileAll(database)} runs of the reconciling job.`);
    return listPagePaths(database);
  });
  const pageChecks = await checkPages(keeper, pages);
  return withDatabase(async (database) => {
    const lines = await readStockLines(database, startStock);
    const checks = [
      ...checkStock(lines),
      checkHostileHolds(holds, startStock),
      ...(await checkOrders(database)),
      await checkOrderList(keeper.url, database),
      ...(await checkProviderBooks(database, provider.server)),
      ...(await checkLedger(database)),
      ...(await checkCoupons(database)),
      ...(await checkShipping(database)),
      ...(await checkDocuments(database, documents)),
      ...(await checkWithdrawals(database, diary)),
      ...(await checkCustomers(database, diary)),
      ...(await checkAnswers(database, diary)),
      ...(await checkMails(database, dataDir)),
      ...pageChecks,
      checkUnexpectedAnswers(diary, provider),
      // The last one: it moves payments to another day.
      await checkReports(keeper.url, database),
    ];
    await printOutcomes(database, print);
    printStock(lines, print);
    return printChecks(checks, print);
  });
}

async function withDatabase<Result>(
  work: (database: ReturnType<typeof openShopDatabase>) => Promise<Result>,
): Promise<Result> {
  const database = openShopDatabase(dataDir);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

interface Watched {
  /** Issued meanwhile, as they were first seen. */
  readonly documents: DocumentFingerprints;
  readonly holds: HostileHolds;
}

async function runTrade(keeper: ShopKeeper, provider: SoakProvider, diary: Diary): Promise<Watched> {
  const products = await withDatabase(readSoakProducts);
  const rush = createRush();
  const closing = new AbortController();
  const context = { url: keeper.url, products, diary, rush, provider };
  let started = 0;
  let finished = 0;
  const visitors = Array.from({ length: Math.min(concurrentShoppers, shoppers ?? 0) }, async () => {
    while (started < (shoppers ?? 0)) {
      started += 1;
      await runShopper({ ...context, chance: createChance(seed ?? 0, started) }).catch((error: unknown) =>
        diary.unexpectedAnswers.push(String(error)),
      );
      finished += 1;
      if (finished % 20 === 0) provider.refundAtRandom();
      if (finished % 500 === 0) print(`  ${finished} shoppers are done`);
    }
  });
  const createPaceOf = (steps: number) => createPace(steps, () => finished, closing.signal);
  const clerk = { shop: soakShop, keeper, diary, products, pace: createPaceOf(perShopper.ordersLists) };
  const working = [-1, -5].map((stream) =>
    runClerk({ ...clerk, chance: createChance(seed ?? 0, stream) }, closing.signal),
  );
  const passing = passTime(createChance(seed ?? 0, -4), withDatabase, closing.signal);
  const watching = watchDocuments(withDatabase, closing.signal);
  const holding = watchHostileHolds(withDatabase, closing.signal);
  const progress = () => finished / (shoppers ?? 1);
  const killing = killProcesses({
    keeper,
    rush,
    chance: createChance(seed ?? 0, -2),
    kills: kills ?? 0,
    progress,
    print,
  });
  const browsing = browsePages(
    keeper.url,
    await withDatabase(listPagePaths),
    createPaceOf(perShopper.pages),
    closing.signal,
  );
  const misusing = runHostileClients(
    context,
    hostile ?? 0,
    seed ?? 0,
    createPaceOf(perShopper.attacks),
    closing.signal,
  );
  await Promise.all([...visitors, killing]);
  closing.abort();
  await Promise.all([passing, browsing]);
  printMisuse(await misusing, print);
  const { unexpectedEnds } = keeper;
  printTrade({ diary, work: await Promise.all(working), shoppers: finished, unexpectedEnds, provider }, print);
  return { documents: await watching, holds: await holding };
}

function checkUnexpectedAnswers({ unexpectedAnswers, attempts }: Diary, { refusedEvents }: SoakProvider): Check {
  const failures = [...unexpectedAnswers, ...refusedEvents];
  return { what: 'every form and event got an expected answer in the end', checked: attempts.length, failures };
}
