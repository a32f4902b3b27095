import type { PoolClient } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSampleUse } from '#platform/admin/lists/address/filter-kinds.ts';
import { readAddress, writeBuiltInView } from '#platform/admin/lists/address/read-address.ts';
import type { ResolvedList } from '#platform/admin/lists/resolved-list.ts';
import { maxCount } from '#platform/admin/lists/statements/compose.ts';
import { listStatementsOf } from '#platform/admin/lists/statements/list-statements.ts';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findListRows } from '#tests/lists/list-rows.ts';
import { findScans, type PlanNode } from '#tests/lists/plans.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from './app.ts';

const { database, pool } = useDatabase();

const rows = 50_000;
/** Tables with fewer rows may be read whole. */
const fewRows = 1_000;

let app: App;
let shop: Shop;
let lists: readonly ResolvedList[];
let largeTables: ReadonlySet<string>;

beforeAll(async () => {
  app = await testShop(database, { env: { LOG_LEVEL: 'silent' } });
  ({ shop } = app);
  lists = [...shop.adminLists.values()];
  await withoutTriggers(async (client) => {
    for (const list of lists) await client.query(findListRows(list.name), [rows]);
    await client.query('analyze');
  });
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > ${fewRows}`,
  );
  largeTables = new Set(tables.map(({ name }) => name));
});

async function withoutTriggers(fill: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  // The limit of a statement is too short for so many rows on a busy machine.
  await client.query('begin; set local session_replication_role = replica; set local statement_timeout = 0');
  await fill(client);
  await client.query('commit');
  client.release();
}

async function explain(text: string, values: readonly unknown[]): Promise<PlanNode> {
  const { rows: plans } = await pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    `explain (format json) ${text}`,
    [...values],
  );
  const plan = plans[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('PostgreSQL has shown no plan');
  return plan;
}

describe('the statements of all lists of the back office', () => {
  it('are planned on many rows', () => {
    expect(lists.length).toBeGreaterThan(0);
    for (const { name } of lists) expect(largeTables.size, name).toBeGreaterThan(0);
  });

  it('read no large table from end to end', async () => {
    const scans: string[] = [];
    for (const list of lists) {
      const isLarge = (table: string) => largeTables.has(table) && !(table in (list.source.allowedFullScans ?? {}));
      for (const { name, text, values } of listStatementsOf(shop, list)) {
        const found = findScans(await explain(text, values), isLarge, maxCount);
        scans.push(...found.map((scan) => `${name}: ${scan}`));
      }
    }
    expect(scans).toEqual([]);
  });

  it('would be reported if an index were missing', async () => {
    const plan = await explain(`select id from coupons where max_spend = $1 order by created_at limit 51`, [7]);
    expect(findScans(plan, () => true, maxCount)).not.toEqual([]);
  });
});

it('the built-in views of all lists are valid', () => {
  for (const list of lists) {
    const views = list.views.map((view) => ({ id: view.id, name: view.id, address: writeBuiltInView(view) }));
    for (const { id } of views) {
      const { state, problems } = readAddress(shop, list, `view=${id}`, views);
      expect([state.view, problems], `${list.name}: ${id}`).toEqual([id, []]);
    }
  }
});

describe('pages with rows', () => {
  it('run at most four queries and one for each added column: each list with its filters, its sorts, its search and its views', {
    // There are many lists, and each is opened many times.
    timeout: 300_000,
  }, async () => {
    const { customer } = await createCustomer(shop, 'owner@example.com');
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'owner')`, [customer.id]);
    const device = newShopper(app);
    await startTestSession(app, device, customer, { hasSecondFactor: true });
    const headers = { accept: 'text/html', cookie: `session=${device.cookies.get('session')}` };
    const paths = lists.flatMap(listAddresses);
    expect(paths.length).toBeGreaterThan(10);
    for (const { url, mostQueries } of paths) {
      const { value, queries, texts } = await countQueries(() => app.http.inject({ url, headers }));
      expect(value.statusCode, url).toBe(200);
      expect(value.body, url).not.toContain('was left out');
      expect(queries, `${url}: ${texts.join('\n')}`).toBeLessThanOrEqual(mostQueries);
    }
  });
});

/** The address of a list with each of its filters, sorts and views. Each column of another table takes one query more. */
function listAddresses({ path, columns, filters, source, search, views }: ResolvedList) {
  const countLoads = (names: readonly string[]) => names.filter((name) => columns[name]?.load).length;
  // A filter by records takes one statement more, which names them.
  const withoutRecords = Object.entries(filters).filter(([, { kind }]) => kind !== 'record');
  const set = withoutRecords.flatMap(([name, filter]) =>
    createSampleUse(shop, filter).map(({ written }) =>
      String(new URLSearchParams(written.map(([suffix, text]) => [name + suffix, text]))),
    ),
  );
  const queries = [
    ...set,
    ...Object.keys(source.sorts).flatMap((name) => [`sort=${name}`, `sort=-${name}`]),
    ...(search ? [`q=${search.sample}`, 'q=nothing'] : []),
  ];
  return [
    ...[path, ...queries.map((query) => `${path}?${query}`)].map((url) => ({ url, mostQueries: 4 })),
    ...views.map(({ id, columns: shown = [] }) => ({ url: `${path}?view=${id}`, mostQueries: 4 + countLoads(shown) })),
  ];
}
