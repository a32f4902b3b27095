import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { assembleFeatures } from '#app/assembly.ts';
import { getOrder } from '#features/orders/index.ts';
import { getPurgeTime, purgeUploads } from '#features/uploads/purge-uploads.ts';
import { incomingFolder } from '#platform/config/data-folders.ts';
import type { Shop } from '#platform/features/shop.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { homeAddress, salesShop, testClock } from '#tests/support/sales.ts';
import { addFileProduct, createTestImage, pdf } from '#tests/support/uploads.ts';
import { inOrderTransaction } from './create-manual-order.ts';
import { placeDraft, saveDraft } from './drafts.ts';
import { manualOrderFileSchema } from './order-file.ts';
import { storeOrderFiles } from './order-uploads.ts';

const { database } = useDatabase();
const clock = testClock();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-orders-'));
const commands = assembleFeatures(shopConfig).features.flatMap((feature) => feature.commands ?? []);
const sku = 'BOWL';
const daysMs = 24 * 60 * 60 * 1000;
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database, { clock, settings: { uploads: { maxMegabytes: 1 } } }));
  const id = await addFileProduct(shop);
  await shop.db.execute(sql`update variations set sku = ${sku} where id = ${id}`);
  writeFileSync(join(folder, 'drawing.png'), await createTestImage());
  writeFileSync(join(folder, 'Plan <1>.pdf'), pdf);
  writeFileSync(join(folder, 'page.png'), '<html></html>');
  writeFileSync(join(folder, 'large.pdf'), Buffer.alloc(1_000_001, pdf));
});

async function create(files: Readonly<Record<string, readonly string[]>>) {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  const order = { email: 'ada@example.com', billing: homeAddress, lines: [{ sku, quantity: 1, files }] };
  writeFileSync(file, JSON.stringify(order));
  return runCommand(shop, commands, 'orders create', [], { file });
}

async function readFiles(number: number) {
  const order = await getOrder(shop.db, { number });
  return order?.lines[0]?.addons.flatMap(({ files = [] }) => files) ?? [];
}

const countRows = async () =>
  (await shop.db.execute<{ count: number }>(sql`select count(*)::integer as count from uploads`)).rows[0]?.count ?? 0;

describe('files of add-ons in a manual order', () => {
  it('are found beside the order’s file, typed by content, private, and kept with the order', async () => {
    const { data, warnings } = await create({ 'addon-drawing': ['drawing.png', 'Plan <1>.pdf'] });
    expect(warnings).toBe('');
    const { number } = data as { number: number };
    expect(await readFiles(number)).toMatchObject([{ name: 'drawing.png' }, { name: 'Plan _1_.pdf' }]);
    expect((await getOrder(shop.db, { number }))?.lines[0]?.addons[0]?.value).toMatch(
      /^drawing\.png \(.*Plan _1_\.pdf/,
    );
    const { rows } = await shop.db.execute(sql`select type, visitor_id, customer_id from uploads order by type`);
    expect(rows).toEqual(['pdf', 'png'].map((type) => ({ type, visitor_id: null, customer_id: null })));
    clock.forward(30 * daysMs);
    expect(await purgeUploads(shop, getPurgeTime(shop))).toBe(0);
    expect(readdirSync(folder)).toContain('drawing.png');
    expect(readdirSync(incomingFolder(shop.config.dataDir))).toEqual([]);
  });

  it('stay while their draft waits, and go along when it is placed', async () => {
    const file = join(folder, 'order.json');
    const content = manualOrderFileSchema.parse({
      ...{ email: 'ada@example.com', billing: homeAddress },
      lines: [{ sku, quantity: 1, files: { 'addon-drawing': ['drawing.png'] } }],
    });
    const stored = await storeOrderFiles(shop, file, content);
    if (!stored.ok) throw new Error(stored.code);
    const draft = await saveDraft(shop, shop.db, stored.input, { id: null, by: 'shop' });
    clock.forward(30 * daysMs);
    expect(await purgeUploads(shop, getPurgeTime(shop))).toBe(0);
    const options = { by: 'shop', payment: { kind: 'link' } } as const;
    const placed = await inOrderTransaction(shop, (tx) => placeDraft(shop, tx, draft, options));
    if (!placed.ok) throw new Error(placed.code);
    expect(await readFiles(placed.number)).toMatchObject([{ name: 'drawing.png' }]);
  });

  it.each([
    [{}, 'ADDONS_INVALID', 'Please fill in “Your drawing”.'],
    [{ 'addon-drawing': ['page.png'] }, 'FILE_TYPE_NOT_ACCEPTED', 'page.png'],
    [{ 'addon-drawing': ['large.pdf'] }, 'FILE_TOO_LARGE', 'large.pdf'],
    [{ 'addon-sketch': ['drawing.png'] }, 'ADDONS_INVALID', 'Please fill in “Your drawing”.'],
    [{ 'addon-drawing': ['drawing.png', 'drawing.png', 'Plan <1>.pdf'] }, 'ADDONS_INVALID', 'at most 2'],
  ])('are refused in words, and nothing is placed: %o', async (files, code, reason) => {
    const refused = await create(files);
    expect(refused).toMatchObject({ code: 1, data: { ok: false, code } });
    expect(refused.warnings).toContain(reason);
    clock.forward(30 * daysMs);
    await purgeUploads(shop, getPurgeTime(shop));
    const before = await countRows();
    await create(files);
    clock.forward(30 * daysMs);
    await purgeUploads(shop, getPurgeTime(shop));
    expect(await countRows()).toBe(before);
  });

  it('must exist', async () => {
    const refused = await create({ 'addon-drawing': ['none.png'] });
    expect(refused.code).toBe(2);
    expect(refused.warnings).toContain('none.png');
    expect(existsSync(join(folder, 'none.png'))).toBe(false);
  });

  it('count towards what all files without an order may have', async () => {
    const limited = await salesShop(database, { clock, settings: { uploads: { maxUnorderedMegabytes: 1 } } });
    await limited.shop.db.execute(sql`insert into uploads (id, name, type, bytes, sha256, created_at, used_at)
      values (gen_random_uuid(), 'x.pdf', 'pdf', 1000000, ${'0'.repeat(64)}, now(), now())`);
    const file = join(folder, 'full.json');
    const lines = [{ sku, quantity: 1, files: { 'addon-drawing': ['drawing.png'] } }];
    writeFileSync(file, JSON.stringify({ email: 'ada@example.com', billing: homeAddress, lines }));
    const refused = await runCommand(limited.shop, commands, 'orders create', [], { file });
    expect(refused).toMatchObject({ code: 1, data: { code: 'UPLOADS_FULL' } });
  });
});
