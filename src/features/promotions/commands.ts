import { findVariationIdsBySku } from '#features/catalog/index.ts';
import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney, parseAmount } from '#platform/money/money.ts';
import {
  addPromotion,
  listPromotions,
  type PromotionInput,
  removePromotion,
  type StoredPromotion,
} from './promotions.ts';

const addCommand: CommandDefinition = {
  name: 'promotions add',
  summary: 'add a discount that applies by itself',
  arguments: [{ name: '<name>', description: 'shown to shoppers in the totals' }],
  options: [
    { flags: '--percent <percent>', description: 'such as 10 or 12.5' },
    { flags: '--amount <amount>', description: 'such as 5.00: off the order, or off each item of --products' },
    { flags: '--products <skus>', description: 'only products with these SKUs, separated by commas' },
    { flags: '--min-items <quantity>', description: 'number of items the order must have, of --products if given' },
    { flags: '--from <date>', description: 'first moment, such as 2026-11-27 or 2026-11-27T08:00Z' },
    { flags: '--to <date>', description: 'moment of the end' },
    { flags: '--priority <number>', description: 'smaller ones apply first, default 10' },
  ],
  run: async (shop, { arguments: [name = ''], options }, output) => {
    const input = readPromotion(name, options, shop.choices.currency);
    if (typeof input === 'string') return reportUsageError(output, input);
    const products = await findProducts(shop, String(options.products ?? ''));
    if ('unknown' in products) {
      output.warn(`No product has the SKU ${products.unknown}. Search with 'shop products list --find <text>'.`);
      return 1;
    }
    const added = await addPromotion(shop.db, { ...input, productIds: products.ids });
    output.line(`Promotion ${added.id} was added: ${describe(shop, added)}.`);
    output.result(added);
    return 0;
  },
};

function readPromotion(
  name: string,
  options: CommandInput['options'],
  currency: string,
): Omit<PromotionInput, 'productIds'> | string {
  const percent = options.percent === undefined ? null : Number(options.percent);
  const amount = options.amount === undefined ? null : parseAmount(String(options.amount), currency);
  const [minQuantity, priority] = [Number(options.minItems ?? 1), Number(options.priority ?? 10)];
  const [startsAt, endsAt] = [readDate(options.from), readDate(options.to)];
  if (name.trim() === '' || name.length > 200) return 'expected a name of 1 to 200 characters';
  if ((options.percent === undefined) === (options.amount === undefined)) return 'expected --percent or --amount';
  if (percent !== null && !(percent > 0 && percent <= 100)) return '--percent: expected a number up to 100';
  if (options.amount !== undefined && !amount) return '--amount: expected an amount such as 5.00';
  if (!isWhole(minQuantity, 1, 9999)) return '--min-items: expected a whole number from 1 to 9999';
  if (!isWhole(priority, 0, 1000)) return '--priority: expected a whole number from 0 to 1000';
  if (startsAt === undefined) return '--from: expected a date such as 2026-11-27 or 2026-11-27T08:00Z';
  if (endsAt === undefined) return '--to: expected a date such as 2026-11-30 or 2026-11-30T20:00Z';
  if (startsAt && endsAt && endsAt <= startsAt) return '--to: expected a date after --from';
  return { name: name.trim(), percent, amount, currency, minQuantity, priority, startsAt, endsAt };
}

const isWhole = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max;

/** Times without an offset are in UTC. @returns undefined when invalid */
function readDate(option: string | boolean | undefined): Date | null | undefined {
  if (option === undefined) return null;
  const text = String(option);
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return undefined;
  const date = new Date(/T.*(Z|[+-]\d{2}:\d{2})$|^[^T]+$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

async function findProducts(
  shop: Shop,
  list: string,
): Promise<{ readonly ids: number[] | null } | { readonly unknown: string }> {
  const skus = list
    .split(',')
    .map((sku) => sku.trim())
    .filter((sku) => sku !== '');
  if (skus.length === 0) return { ids: null };
  const found = await findVariationIdsBySku(shop.db, skus);
  const unknown = skus.find((sku) => !found.has(sku.toLowerCase()));
  if (unknown !== undefined) return { unknown };
  return { ids: [...new Set([...found.values()].map(({ productId }) => productId))] };
}

function describe(shop: Shop, { name, percent, amount, currency, productIds, minQuantity }: StoredPromotion): string {
  const discount =
    percent === null ? formatMoney({ amount: amount ?? 0, currency }, shop.choices.locale) : `${percent} %`;
  const target = productIds === null ? 'the order' : percent === null ? 'each item of its products' : 'its products';
  return `${name}, ${discount} off ${target}${minQuantity > 1 ? ` from ${minQuantity} items` : ''}`;
}

const listCommand: CommandDefinition = {
  name: 'promotions list',
  summary: 'list discounts that apply by themselves, newest first',
  run: async (shop, _input, output) => {
    const found = await listPromotions(shop.db);
    const formatDate = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '';
    output.table(
      ['id', 'promotion', 'from', 'to', 'priority'],
      found.map((promotion) => [
        String(promotion.id),
        describe(shop, promotion),
        formatDate(promotion.startsAt),
        formatDate(promotion.endsAt),
        String(promotion.priority),
      ]),
    );
    if (found.length === 0) output.line('No promotions found.');
    output.result(found);
    return 0;
  },
};

const removeCommand: CommandDefinition = {
  name: 'promotions remove',
  summary: 'remove a discount; orders keep it',
  arguments: [{ name: '<id>', description: 'id of the promotion' }],
  run: async (shop, { arguments: [text = ''] }, output) => {
    const id = Number(text);
    if (!isWhole(id, 1, 2_147_483_647)) return reportUsageError(output, '<id>: expected a whole number');
    const removed = await removePromotion(shop.db, id);
    if (removed) output.line(`Promotion ${id} was removed.`);
    else output.warn(`There is no promotion ${id}. List them with 'shop promotions list'.`);
    output.result({ id, removed });
    return removed ? 0 : 1;
  },
};

export const promotionCommands: readonly CommandDefinition[] = [addCommand, listCommand, removeCommand];

function reportUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}
