import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandInput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { salesShop } from '#tests/support/sales.ts';
import { coupons } from '../tables.ts';
import { couponCommands } from './coupon-commands.ts';
import { type CouponField, type CouponTexts, readCoupon } from './coupon-input.ts';

const { database, db } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-coupons-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let shop: Shop;
let bowl: number;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
  bowl = await addProduct(shop);
  await db.execute(sql`update variations set sku = 'BOWL' where id = ${bowl}`);
  await db.execute(sql`update products set import_id = '77' where id = ${bowl}`);
});

const run = (file: string, options: CommandInput['options'] = {}) =>
  runCommand(shop, couponCommands, 'coupons import', [file], options);

/** The coupon with a code, in small letters. */
const find = async (code: string) => (await db.select().from(coupons).where(eq(coupons.codeKey, code)))[0];

async function importText(text: string, options: CommandInput['options'] = {}) {
  const file = join(folder, 'coupons.csv');
  writeFileSync(file, text);
  return run(file, options);
}

describe('the amounts of a file of coupons (A1)', () => {
  it('are read as the file writes decimals', async () => {
    const head = 'Code;Type;Amount;Minimum spend';
    const { data } = await importText(`${head}\nmark-1;cart;12,50;1.250\nmark-2;percent;8.875;\n`);
    expect(data).toMatchObject({ created: 2, messages: [] });
    expect(await find('mark-1')).toMatchObject({ amount: 1250, minSpend: 125000 });
    expect(await find('mark-2')).toMatchObject({ percent: 8.875 });
  });

  it('are refused when nothing tells', async () => {
    const { code, data } = await importText('Code,Type,Amount,Usage limit\nmark-3,cart,1.250,\nmark-4,cart,5,1e2\n');
    expect([code, data]).toMatchObject([1, { created: 0, skipped: 2 }]);
    expect(JSON.stringify(data)).toContain("'1.250' could mean thousands or decimals");
  });
});

describe('shop coupons import', () => {
  it('creates coupons of its own columns', async () => {
    const head =
      'Code,Type,Amount,Free shipping,Minimum spend,Products,Allowed emails,Usage limit,Starts,Ends,Individual use';
    const { code, data } = await importText(
      `${head}\nSpring,percent,12.5,no,20.00,bowl,*@example.org|ada@example.com,100,2026-03-01,2026-06-01,yes\nPost,free-shipping,,,,,,,,,\n`,
    );
    expect([code, data]).toMatchObject([0, { created: 2, skipped: 0, messages: [] }]);
    expect(await find('spring')).toMatchObject({
      ...{ code: 'Spring', percent: 12.5, minSpend: 2000, productIds: [bowl], usageLimit: 100, individualUse: true },
      ...{ allowedEmails: ['*@example.org', 'ada@example.com'] },
    });
    expect(await find('post')).toMatchObject({ freeShipping: true, percent: null, amount: null });
  });

  it('creates coupons of an export of another shop, with the ids of its products', async () => {
    const head =
      'post_title,post_excerpt,discount_type,coupon_amount,product_ids,usage_limit_per_user,date_expires,free_shipping,post_status';
    const { code, data } = await importText(`${head}\nold10,Thanks,fixed_product,2.50,77,1,1798761600,yes,publish\n`);
    expect([code, data]).toMatchObject([0, { created: 1, messages: [] }]);
    expect(await find('old10')).toMatchObject({
      isEnabled: true,
      ...{ amount: 250, amountPer: 'item', productIds: [bowl], usageLimitPerCustomer: 1, freeShipping: true },
      endsAt: new Date('2027-01-01T00:00:00Z'),
    });
  });

  it('disables coupons that another shop had not published or that were used up there, and says so', async () => {
    const head = 'coupon_code,discount_type,coupon_amount,usage_limit,usage_count,post_status';
    const rows = [
      ...['draft,percent,10,5,,draft', 'trash,percent,10,,7,Trash', 'gone,percent,10,1,1,publish'],
      ...['beyond,percent,10,2,3,publish', 'left,percent,10,5,2,Publish', 'unused,percent,10,5,0,'],
      'wrong,percent,10,5,many,publish',
    ];
    const { data, warnings } = await importText(`${head}\n${rows.join('\n')}\n`);
    expect(data).toMatchObject({ created: 6, skipped: 1 });
    const { messages } = data as { messages: { line: number; column: string; code: string }[] };
    expect(messages.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'post_status', 'COUPON_NOT_PUBLISHED'],
      [3, 'post_status', 'COUPON_NOT_PUBLISHED'],
      [4, 'usage_count', 'COUPON_USED_BEFORE'],
      [5, 'usage_count', 'COUPON_USED_BEFORE'],
      [6, 'usage_count', 'COUPON_USED_BEFORE'],
      [8, 'usage_count', 'BAD_VALUE'],
    ]);
    expect(warnings).toContain("line 2, post_status: 'draft' is not 'publish', so the coupon is disabled (imported");
    expect(warnings).toContain('line 4, usage_count: 1 of 1 uses are gone, so the coupon is disabled (imported');
    expect(warnings).toContain('line 6, usage_count: 2 of 5 uses are gone, so the limit is 3 (imported');
    const shown = ['draft', 'trash', 'gone', 'beyond', 'left', 'unused'].map(async (code) => {
      const coupon = await find(code);
      return [code, coupon?.isEnabled, coupon?.usageLimit];
    });
    expect(await Promise.all(shown)).toEqual([
      ...[
        ['draft', false, 5],
        ['trash', false, null],
        ['gone', false, 1],
        ['beyond', false, 2],
      ],
      ...[
        ['left', true, 3],
        ['unused', true, 5],
      ],
    ]);
  });

  it('[A7] reads 0 as no limit, in each column that has one', async () => {
    const limits = [
      'usage_limit',
      'usage_limit_per_user',
      'limit_usage_to_x_items',
      'minimum_amount',
      'maximum_amount',
    ];
    const { data } = await importText(`code,type,amount,${limits.join()}\nzero-limits,percent,10,0,0,00,0.00,"0,00"\n`);
    expect(data).toMatchObject({ created: 1, skipped: 0 });
    expect(await find('zero-limits')).toMatchObject({
      ...{ usageLimit: null, usageLimitPerCustomer: null, maxItems: null, minSpend: null, maxSpend: null },
    });
  });

  it('names each row and column that it cannot import, and imports the others', async () => {
    const head = 'code,type,amount,products,maximum spend,minimum spend,ends,emails,allowed emails';
    expect((await importText(`${head}\n`)).data).toMatchObject({
      messages: [{ code: 'UNKNOWN_COLUMN', column: 'emails', line: 1 }],
    });
    const { code, data } = await importText(
      [
        'code,type,amount,products,maximum spend,minimum spend,ends,allowed emails',
        ...[
          'A1,percent,10,,,,,',
          'A2,percent,101,,,,,',
          'A3,voucher,10,,,,,',
          'A4,cart,0,,,,,',
          'A5,cart,5,NOWHERE,,,,',
        ],
        ...[
          'A6,cart,5,,10,20,,',
          'A7,cart,5,,,,soon,',
          'A8,cart,5,,,,,nobody',
          'a1,cart,5,,,,,',
          `${'x'.repeat(101)},cart,5,,,,,`,
        ],
        ',cart,5,,,,,',
      ].join('\n'),
    );
    expect(code).toBe(1);
    expect(data).toMatchObject({ created: 1, skipped: 10 });
    const { messages } = data as { messages: { line: number; column: string; code: string }[] };
    expect(messages.map(({ line, column, code: reason }) => [line, column, reason])).toEqual([
      ...[
        [3, 'amount', 'BAD_VALUE'],
        [4, 'type', 'BAD_VALUE'],
        [5, 'amount', 'BAD_VALUE'],
        [6, 'products', 'BAD_VALUE'],
      ],
      ...[
        [7, 'maximum spend', 'BAD_VALUE'],
        [8, 'ends', 'BAD_VALUE'],
        [9, 'allowed emails', 'BAD_VALUE'],
        [10, '', 'COUPON_EXISTS'],
      ],
      [11, 'code', 'BAD_VALUE'],
      [12, 'code', 'BAD_VALUE'],
    ]);
  });

  it('creates nothing in a dry run, and refuses a file without its columns', async () => {
    expect(await importText('code,type,amount\nDRY,percent,10\n', { dryRun: true })).toMatchObject({
      ...{ code: 0, data: { created: 1, dryRun: true } },
    });
    expect(await find('dry')).toBeUndefined();
    expect((await importText('name,value\nx,1\n')).data).toMatchObject({ created: 0 });
    expect((await importText('')).code).toBe(1);
    expect((await run(join(folder, 'missing.csv'))).code).toBe(2);
  });
});

describe('a coupon', () => {
  const read = (texts: CouponTexts) => readCoupon(db, { code: 'Read', type: 'percent', ...texts }, shop.choices);

  it('takes patterns with asterisks anywhere (A5)', async () => {
    const patterns = ['*@*', '*.edu@example.com', '*@*.edu', 'boss@*', 'a*b@bücher.example', '*@exam*'];
    expect(await read({ amount: '5', emails: patterns.join(', ') })).toMatchObject({ ok: true });
  });

  it.each<[string, CouponTexts, CouponField]>([
    ['more than 100 %', { amount: '101' }, 'amount'],
    ['an amount of nothing', { type: 'cart', amount: '0' }, 'amount'],
    ['an end before its start', { amount: '10', startsAt: '2026-11-28', endsAt: '2026-11-27' }, 'endsAt'],
    ['a limit of 1.5', { amount: '10', usageLimit: '1.5' }, 'usageLimit'],
    ['items without a discount of items', { type: 'cart', amount: '5', maxItems: '2' }, 'maxItems'],
    ['products that do not exist', { amount: '10', products: 'nowhere' }, 'products'],
    ['what is no address', { amount: '10', emails: '*' }, 'emails'],
    ['an address that no order can have (A5)', { amount: '10', emails: 'käthe@example.com' }, 'emails'],
    ['a domain that no order can have (A5)', { amount: '10', emails: '*@example..com' }, 'emails'],
  ])('is refused with %s', async (_, texts, field) => {
    expect(await read(texts)).toMatchObject({ ok: false, problems: [{ field }] });
  });
});
