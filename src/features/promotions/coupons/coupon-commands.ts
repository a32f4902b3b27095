import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { findFileProblem } from '#platform/csv/file-problem.ts';
import { printReport } from '#platform/csv/print-report.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import { formatDate, isWhole } from '../command-values.ts';
import { type CouponField, type CouponTexts, readCoupon } from './coupon-input.ts';
import {
  addCoupon,
  type CouponUseCount,
  countCouponUses,
  findCouponByCode,
  listCoupons,
  type StoredCoupon,
  setCouponEnabled,
} from './coupons.ts';
import { importCoupons } from './import-coupons.ts';

const codeArgument = [{ name: '<code>', description: 'in small or capital letters' }];

/** Options of the command, and the fields that they set. */
const options: readonly { readonly flags: string; readonly description: string; readonly field?: CouponField }[] = [
  { flags: '--percent <percent>', description: 'such as 10 or 12.5' },
  { flags: '--amount <amount>', description: 'such as 5.00, off the order' },
  { flags: '--per-item', description: 'with --amount: off each item that it is for' },
  { flags: '--free-shipping', description: 'shipping is free, alone or in addition', field: 'freeShipping' },
  { flags: '--min-spend <amount>', description: 'what the goods must cost', field: 'minSpend' },
  { flags: '--max-spend <amount>', description: 'what the goods may cost', field: 'maxSpend' },
  { flags: '--products <skus>', description: 'only products with these SKUs', field: 'products' },
  { flags: '--categories <slugs>', description: 'only of these categories and those below', field: 'categories' },
  { flags: '--brands <slugs>', description: 'only products of these brands', field: 'brands' },
  { flags: '--exclude-products <skus>', description: 'not these products', field: 'excludedProducts' },
  { flags: '--exclude-categories <slugs>', description: 'not of these categories', field: 'excludedCategories' },
  { flags: '--exclude-brands <slugs>', description: 'not of these brands', field: 'excludedBrands' },
  { flags: '--exclude-sale-items', description: 'not products on sale', field: 'excludesSaleItems' },
  { flags: '--individual', description: 'no other coupon beside it', field: 'individualUse' },
  { flags: '--limit <number>', description: 'how many orders can use it', field: 'usageLimit' },
  { flags: '--limit-per-customer <number>', description: 'how often one can', field: 'usageLimitPerCustomer' },
  { flags: '--max-items <number>', description: 'how many items get it, the dearest first', field: 'maxItems' },
  { flags: '--emails <addresses>', description: 'only these, such as *@example.com', field: 'emails' },
  { flags: '--from <date>', description: 'first moment, such as 2026-11-27', field: 'startsAt' },
  { flags: '--to <date>', description: 'moment of the end', field: 'endsAt' },
  { flags: '--priority <number>', description: 'smaller ones apply first, default 10', field: 'priority' },
  { flags: '--description <text>', description: 'for the shop only', field: 'description' },
];

const createCommand: CommandDefinition = {
  name: 'coupons create',
  summary: 'create a discount by a code',
  requires: 'promotions.write',
  arguments: [{ name: '<code>', description: 'what shoppers type' }],
  options: options.map(({ flags, description }) => ({ flags, description })),
  run: async (shop, { arguments: [code = ''], options: given }, output) => {
    const discounts = [given.percent, given.amount].filter((option) => option !== undefined);
    if (discounts.length > 1 || (discounts.length === 0 && given.freeShipping !== true))
      return reportUsageError(output, 'expected --percent or --amount, or --free-shipping');
    const read = await readCoupon(shop.db, toTexts(code, given), shop.choices);
    if (!read.ok) {
      const lines = read.problems.map(({ field, message }) => `${toOptionName(field, given)}: ${message}`);
      return reportUsageError(output, lines.join('\n'));
    }
    const added = await addCoupon(shop.db, read.input);
    if (added) output.line(`Coupon ${added.code} was created: ${describe(shop, added)}.`);
    else output.warn(`There is a coupon with the code ${read.input.code} already.`);
    output.result(added);
    return added ? 0 : 1;
  },
};

const toKey = (flags: string): string =>
  (/^--([\w-]+)/.exec(flags)?.[1] ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function toTexts(code: string, given: CommandInput['options']): CouponTexts {
  const entries = options.flatMap(({ flags, field }) => {
    const value = given[toKey(flags)];
    return field === undefined || value === undefined || value === false ? [] : [[field, String(value)] as const];
  });
  const type = given.percent !== undefined ? 'percent' : given.perItem === true ? 'item' : 'cart';
  const amount = String(given.percent ?? given.amount ?? '');
  return { ...Object.fromEntries(entries), code, type: amount === '' ? 'free-shipping' : type, amount };
}

function toOptionName(field: CouponField, given: CommandInput['options']): string {
  if (field === 'amount' || field === 'type') return given.percent === undefined ? '--amount' : '--percent';
  const option = options.find((each) => each.field === field);
  return option?.flags.split(' ', 1)[0] ?? `<${field}>`;
}

function describe(shop: Shop, coupon: StoredCoupon): string {
  const { percent, amount, amountPer, currency, freeShipping } = coupon;
  const format = (value: number) => formatMoney({ amount: value, currency }, shop.choices.locale);
  const parts = [
    ...(percent === null ? [] : [`${percent} %`]),
    ...(amount === null ? [] : [`${format(amount)} off ${amountPer === 'item' ? 'each item' : 'the order'}`]),
    ...(freeShipping ? ['free shipping'] : []),
  ];
  return parts.join(' and ');
}

const defaultListed = 100;

const listCommand: CommandDefinition = {
  name: 'coupons list',
  summary: 'list coupons, newest first',
  requires: 'promotions.read',
  options: [{ flags: '--limit <number>', description: `how many, default ${defaultListed}` }],
  run: async (shop, { options: { limit = String(defaultListed) } }, output) => {
    const listed = readCount(limit);
    if (!isWhole(listed, 1, 100_000)) return reportUsageError(output, '--limit: expected a whole number');
    const found = await listCoupons(shop.db, listed);
    const counts = await countCouponUses(
      shop.db,
      found.map(({ id }) => id),
    );
    output.table(
      ['code', 'coupon', 'used', 'from', 'to', 'state'],
      found.map((coupon) => [
        coupon.code,
        describe(shop, coupon),
        formatUses(coupon, counts.get(coupon.id)),
        formatDate(coupon.startsAt),
        formatDate(coupon.endsAt),
        coupon.isEnabled ? 'enabled' : 'disabled',
      ]),
    );
    if (found.length === 0) output.line('No coupons found.');
    output.result(found.map((coupon) => toResult(coupon, counts.get(coupon.id))));
    return 0;
  },
};

function formatUses({ usageLimit }: StoredCoupon, count: CouponUseCount | undefined): string {
  const uses = (count?.held ?? 0) + (count?.used ?? 0);
  return usageLimit === null ? String(uses) : `${uses} of ${usageLimit}`;
}

function toResult(coupon: StoredCoupon, count: CouponUseCount | undefined) {
  return { ...coupon, held: count?.held ?? 0, used: count?.used ?? 0 };
}

const showCommand: CommandDefinition = {
  name: 'coupons show',
  summary: 'show a coupon with its conditions and uses',
  requires: 'promotions.read',
  arguments: codeArgument,
  run: (shop, { arguments: [code = ''] }, output) =>
    withCoupon(shop, code, output, async (coupon) => {
      const count = (await countCouponUses(shop.db, [coupon.id])).get(coupon.id);
      const { codeKey: _, ...shown } = toResult(coupon, count);
      output.line(`${coupon.code}: ${describe(shop, coupon)}, ${coupon.isEnabled ? 'enabled' : 'disabled'}`);
      output.table(
        ['field', 'value'],
        Object.entries(shown).flatMap(([field, value]) => {
          const text = value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.join(', ') : value;
          return text === null || text === '' ? [] : [[field, String(text)]];
        }),
      );
      output.result(shown);
      return 0;
    }),
};

const disableCommand: CommandDefinition = {
  name: 'coupons disable',
  summary: 'disable a coupon; orders keep it',
  requires: 'promotions.write',
  arguments: codeArgument,
  options: [{ flags: '--undo', description: 'enable it again' }],
  run: (shop, { arguments: [code = ''], options: { undo } }, output) =>
    withCoupon(shop, code, output, async ({ id, code: found }) => {
      const isEnabled = undo === true;
      await setCouponEnabled(shop.db, id, isEnabled);
      output.line(`Coupon ${found} was ${isEnabled ? 'enabled' : 'disabled'}.`);
      output.result({ code: found, isEnabled });
      return 0;
    }),
};

async function withCoupon(
  shop: Shop,
  code: string,
  output: CliOutput,
  run: (coupon: StoredCoupon) => Promise<number>,
): Promise<number> {
  const coupon = await findCouponByCode(shop.db, code);
  if (coupon) return run(coupon);
  output.warn(`There is no coupon ${code}. List them with 'shop coupons list'.`);
  output.result(null);
  return 1;
}

const importCommand: CommandDefinition = {
  name: 'coupons import',
  summary: 'import coupons from a CSV file',
  requires: 'promotions.write',
  arguments: [{ name: '<file>', description: 'CSV file; docs/promotions.md lists its columns' }],
  options: [{ flags: '--dry-run', description: 'report what would be created without creating anything' }],
  run: async (shop, { arguments: [file = ''], options: { dryRun } }, output) => {
    const problem = findFileProblem(file);
    if (problem !== null) return reportUsageError(output, problem);
    const report = await importCoupons(shop, file, { dryRun: dryRun === true });
    return printReport(output, report, dryRun === true);
  },
};

function reportUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}

export const couponCommands: readonly CommandDefinition[] = [
  createCommand,
  listCommand,
  showCommand,
  disableCommand,
  importCommand,
];
