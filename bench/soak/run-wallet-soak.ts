import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database/database.ts';
import { type Chance, createChance } from '#tests/support/chance.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { closeConnections } from '#tests/support/shopper.ts';
import { openShopDatabase, waitForJobs } from '../shop.ts';
import { buildSoakShop, runSoakCommand, type SoakShop } from './build-shop.ts';
import { checkStock, readStockLines } from './checks/check-stock.ts';
import { keepShopRunning, type ShopKeeper } from './keep-shop-running.ts';
import { addJob, passTime, reconcileAll } from './pass-time.ts';
import { printChecks } from './print.ts';
import { importSoakProducts, readSoakProducts, readStartStock } from './products.ts';
import { checkCardData, checkWalletBooks, checkWalletMails, checkWalletOrders } from './wallet/check-wallet.ts';
import { type StandIn, startStandIn } from './wallet/stand-in.ts';
import type { BegunPayment } from './wallet/visit.ts';
import { runWalletShopper } from './wallet/wallet-shopper.ts';

export interface WalletSoakOptions {
  /** Shoppers who pay with the wallet or by card. */
  readonly payments: number;
  /** How many of a hundred pay by card. */
  readonly cards: number;
  /** Kills of the shop's process. Its supervisor and the test wallet are killed once each, if any. */
  readonly kills: number;
  readonly seed: number;
  readonly keepsFolder: boolean;
}

const concurrentShoppers = 24;
/** The wallet has three accounts: their addresses order for everybody. */
const settings = [
  ['orders.confirmation', 'off'],
  ['checkout.ordersPerHour.email', 'null'],
  ['checkout.ordersPerHour.domain', 'null'],
] as const;
const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Lets shoppers pay with the test wallet while its calls, webhooks and windows fail and processes are killed, then
 * compares its books with the shop's.
 * @returns whether all checks passed
 */
export async function runWalletSoak(options: WalletSoakOptions): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-wallet-soak-'));
  print(
    `${options.payments} shoppers with the wallet, ${options.cards} of a hundred by card, ${options.kills} kills of the shop, --seed ${options.seed}`,
  );
  let keeper: ShopKeeper | null = null;
  const port = await findFreePort();
  const standIn = await startStandIn(dataDir, `http://127.0.0.1:${port}`);
  // Of the other provider: nobody pays there.
  const shop: SoakShop = { dataDir, providerUrl: 'http://127.0.0.1:9', env: standIn.variables, port };
  try {
    await buildSoakShop();
    // Whoever finds none left proves nothing here.
    const stockScale = Math.max(1, options.payments / 100);
    await importSoakProducts(shop, stockScale);
    for (const setting of settings) await runSoakCommand(shop, 'settings', 'set', ...setting);
    keeper = await keepShopRunning(shop);
    return await new WalletSoak(options, shop, keeper, standIn, stockScale).run();
  } finally {
    await keeper?.close();
    await closeConnections();
    await standIn.stop();
    if (options.keepsFolder) print(`The data folder is ${dataDir}`);
    else rmSync(dataDir, { recursive: true, force: true });
  }
}

class WalletSoak {
  readonly #options: WalletSoakOptions;
  readonly #shop: SoakShop;
  readonly #keeper: ShopKeeper;
  readonly #standIn: StandIn;
  readonly #stockScale: number;
  readonly #counts = new Map<string, number>();
  readonly #unexpected: string[] = [];
  #finished = 0;

  constructor(options: WalletSoakOptions, shop: SoakShop, keeper: ShopKeeper, standIn: StandIn, stockScale: number) {
    this.#options = options;
    this.#shop = shop;
    this.#keeper = keeper;
    this.#standIn = standIn;
    this.#stockScale = stockScale;
  }

  async run(): Promise<boolean> {
    const { seed } = this.#options;
    const start = performance.now();
    await this.#standIn.setFaults(seed);
    const closing = new AbortController();
    const passing = passTime(createChance(seed, -4), (work) => this.#withDatabase(work), closing.signal);
    const clerk = this.#runClerk(createChance(seed, -5), closing.signal);
    await Promise.all([this.#runShoppers(), this.#killProcesses(createChance(seed, -2))]);
    closing.abort();
    await Promise.all([passing, clerk]);
    print(`Traded for ${((performance.now() - start) / 1000).toFixed(0)} s. Waiting for jobs …`);
    for (const [what, times] of [...this.#counts].toSorted()) print(`  ${times} × ${what}`);
    await this.#settleAll();
    return this.#check();
  }

  async #runShoppers(): Promise<void> {
    const { payments, cards, seed } = this.#options;
    const products = await this.#withDatabase(readSoakProducts);
    let started = 0;
    const context = {
      ...{ url: this.#keeper.url, products, cards },
      ...{ standIn: this.#standIn, unexpected: this.#unexpected },
    };
    const visitors = Array.from({ length: Math.min(concurrentShoppers, payments) }, async () => {
      while (started < payments) {
        started += 1;
        await runWalletShopper({
          ...{ ...context, ordinal: started, chance: createChance(seed, started) },
          findPayment: (token) => this.#findPayment(token),
          count: (what) => this.#count(what),
        }).catch((error: unknown) => this.#unexpected.push(String(error)));
        this.#finished += 1;
        if (this.#finished % 100 === 0) print(`  ${this.#finished} shoppers are done`);
      }
    });
    await Promise.all(visitors);
  }

  async #killProcesses(chance: Chance): Promise<void> {
    const { kills, payments, seed } = this.#options;
    if (kills === 0) return;
    const victims = chance.shuffle([...Array<'shop'>(kills).fill('shop'), 'supervisor', 'test wallet'] as const);
    for (const [index, victim] of victims.entries()) {
      const due = ((index + chance.whole(20, 80) / 100) / (victims.length + 0.5)) * payments;
      while (this.#finished < due) await sleep(20);
      if (victim === 'shop') await this.#keeper.killShop();
      else if (victim === 'supervisor') await this.#keeper.killSupervisor();
      else await this.#standIn.kill(seed + 1);
      print(`  kill -9 ${index + 1}: the ${victim}`);
    }
  }

  /** Gives money back by the operation of an order's page, in part and in full, now and then twice with one key. */
  async #runClerk(chance: Chance, stopped: AbortSignal): Promise<void> {
    for (let step = 1; !stopped.aborted; step += 1) {
      while (!stopped.aborted && this.#finished < step * 25) await sleep(100);
      const order = stopped.aborted ? null : await this.#findPaidOrder(chance).catch(() => null);
      if (order === null) continue;
      const part = `${chance.whole(1, 9)}.${chance.whole(10, 99)}`;
      const amount = chance.happens(0.5) ? part : (order.left / 100).toFixed(2);
      const input = JSON.stringify({ amount, reason: 'Soak', refundMethod: 'provider' });
      const refund = [
        'call',
        'payments.refund-order',
        input,
        '--param',
        `id=${order.id}`,
        '--key',
        `soak-refund-${step}`,
      ];
      for (let times = chance.happens(0.3) ? 2 : 1; times > 0; times -= 1)
        await runSoakCommand(this.#shop, ...refund).then(
          () => this.#count('refund'),
          () => this.#count('refund refused'),
        );
    }
  }

  async #findPaidOrder(chance: Chance): Promise<{ readonly id: number; readonly left: number } | null> {
    return this.#withDatabase(async ({ pool }) => {
      const { rows } = await pool.query<{ id: number; left: number }>(
        `select id::integer, (captured_total - refunded_total)::integer as left from orders where captured_total > refunded_total and status in ('processing', 'completed') order by id`,
      );
      return rows.length === 0 ? null : chance.pick(rows);
    });
  }

  async #findPayment(token: string): Promise<BegunPayment | null> {
    for (let tries = 0; tries < 40; tries += 1) {
      const found = await this.#withDatabase(async ({ pool }) => {
        const { rows } = await pool.query<BegunPayment>(
          `select p.public_id as "publicId", p.reference from payments p join orders o on o.id = p.order_id
          where o.token = $1 and p.provider in ('wallet', 'wallet-card') order by p.id desc limit 1`,
          [token],
        );
        return rows[0] ?? null;
      }).catch(() => undefined);
      if (found !== undefined) return found;
      await sleep(500);
    }
    throw new Error('the database was not there');
  }

  /** Nobody pays any more: late events arrive, payments without an order are given up, unpaid orders expire. */
  async #settleAll(): Promise<void> {
    await this.#keeper.untilOpen();
    await this.#standIn.control('clearFaults', {});
    // Webhooks that are late, and captures that are decided later, are due by then.
    await sleep(15_000);
    await this.#withDatabase(async (database) => {
      const { pool } = database;
      for (let round = 0; round < 2; round += 1) {
        await reconcileAll(database);
        await pool.query(`update payments set created_at = created_at - interval '3 hours' where order_id is null`);
        await pool.query(`update orders set due_at = now() where status in ('pending', 'failed', 'on-hold')`);
        await pool.query(addJob('orders:expire-orders'));
        await waitForJobs(database, 180_000);
      }
      print(`Nothing is requested after ${await reconcileAll(database)} runs of the reconciling job.`);
      await waitForJobs(database, 120_000);
    });
  }

  async #check(): Promise<boolean> {
    const books = await this.#standIn.readBooks();
    return this.#withDatabase(async (database) => {
      const stock = await readStockLines(database, await readStartStock(database, this.#stockScale));
      const { rows } = await database.pool.query<{ status: string; count: number }>(
        'select status, count(*)::integer as count from orders group by status order by status',
      );
      print(
        `${rows.map(({ status, count }) => `${count} ${status}`).join(', ')}; ${books.length} payments in the books.`,
      );
      const answers = { what: 'every call, form and page got an expected answer in the end', checked: this.#finished };
      return printChecks(
        [
          ...(await checkWalletBooks(database, books)),
          ...(await checkWalletOrders(database)),
          await checkWalletMails(database, this.#shop.dataDir),
          await checkCardData(database),
          ...checkStock(stock),
          { ...answers, failures: this.#unexpected },
        ],
        print,
      );
    });
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  async #withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = openShopDatabase(this.#shop.dataDir);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
}
