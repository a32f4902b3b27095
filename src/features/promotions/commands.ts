import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount, readPercent } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';
import { formatDate, isWhole, readDate } from './command-values.ts';
import { findPromotionProblem, type PromotionFacts, type PromotionProblem } from './promotion-rules.ts';
import { addPromotion, listPromotions, removePromotion, type StoredPromotion } from './promotions.ts';
import { findScope, type ScopeInput } from './scope-input.ts';

const addCommand: CommandDefinition = {
  name: 'promotions add',
  summary: 'add a discount that applies by itself',
  requires: 'promotions.write',
  arguments: [{ name: '<name>', description: 'shown to shoppers in the totals' }],
  options: [
    { flags: '--percent <percent>', description: 'such as 10 or 12.5' },
    { flags: '--amount <amount>', description: 'such as 5.00: off the order, or off each item that it is for' },
    { flags: '--bundle <bundle>', description: 'such as 3:2: three for the price of two, the cheapest is free' },
    { flags: '--free-shipping', description: 'shipping is free, alone or in addition' },
    { flags: '--products <skus>', description: 'only products with these SKUs, separated by commas' },
    { flags: '--categories <slugs>', description: 'only products of these categories and those below them' },
    { flags: '--brands <slugs>', description: 'only products of these brands' },
    { flags: '--min-items <quantity>', description: 'number of items the order must have, of those that it is for' },
    { flags: '--min-spend <amount>', description: 'what these items must cost together' },
    { flags: '--first-order', description: "only a customer's first order" },
    { flags: '--tier-group <name>', description: 'of the promotions of one group, the highest threshold applies' },
    { flags: '--from <date>', description: 'first moment, such as 2026-11-27 or 2026-11-27T08:00Z' },
    { flags: '--to <date>', description: 'moment of the end' },
    { flags: '--priority <number>', description: 'smaller ones apply first, default 10' },
  ],
  run: async (shop, { arguments: [name = ''], options }, output) => {
    const input = readPromotion(name, options, shop.choices.currency);
    if (typeof input === 'string') return reportUsageError(output, input);
    const scope = await findScope(shop.db, shop.choices.locale, readScope(options));
    if ('problem' in scope) {
      output.warn(`--${scope.problem.field}: ${scope.problem.message}.`);
      return 1;
    }
    const added = await addPromotion(shop.db, {
      ...input,
      productIds: toNullable(scope.productIds),
      categoryIds: toNullable(scope.categoryIds),
      brandIds: toNullable(scope.brandIds),
    });
    output.line(`Promotion ${added.id} was added: ${describe(shop, added)}.`);
    output.result(added);
    return 0;
  },
};

function readScope({ products = '', categories = '', brands = '' }: CommandInput['options']): ScopeInput {
  return { products: String(products), categories: String(categories), brands: String(brands) };
}

const toNullable = (ids: number[]): number[] | null => (ids.length > 0 ? ids : null);

function readPromotion(name: string, options: CommandInput['options'], currency: string): PromotionFacts | string {
  const discount = readDiscount(options, currency);
  const conditions = readConditions(options, currency);
  if (typeof discount === 'string') return discount;
  if (typeof conditions === 'string') return conditions;
  const promotion = { name: name.trim(), currency, ...discount, ...conditions };
  const problem = findPromotionProblem(promotion);
  return problem ? messages[problem] : promotion;
}

const messages: Readonly<Record<PromotionProblem, string>> = {
  NAME_INVALID: 'expected a name of 1 to 200 characters',
  NOT_ONE_DISCOUNT: 'expected one of --percent, --amount and --bundle, or --free-shipping',
  BUNDLE_INVALID: '--bundle: expected two numbers such as 3:2, for three at the price of two',
  TIER_GROUP_INVALID: '--tier-group: expected 1 to 50 small letters, digits and -',
  ENDS_BEFORE_START: '--to: expected a date after --from',
};

type Discount = Pick<PromotionFacts, 'percent' | 'amount' | 'bundleQuantity' | 'bundleFree' | 'freeShipping'>;

function readDiscount(options: CommandInput['options'], currency: string): Discount | string {
  const { percent: percentText, amount: amountText, bundle: bundleText } = options;
  const freeShipping = options.freeShipping === true;
  const percent = percentText === undefined ? null : readPercent(String(percentText));
  if (percentText !== undefined && !percent) return '--percent: expected a percentage up to 100, such as 12.5';
  const amount = amountText === undefined ? null : readAmount(String(amountText), currency);
  if (amountText !== undefined && !amount) return `--amount: ${describeAmountProblem(String(amountText), currency)}`;
  const bundle = /^(\d{1,3}):(\d{1,3})$/.exec(String(bundleText ?? ''));
  const [quantity, paid] = [Number(bundle?.[1]), Number(bundle?.[2])];
  if (bundleText !== undefined && !(isWhole(quantity, 2, 100) && isWhole(paid, 1, 100))) return messages.BUNDLE_INVALID;
  const isBundle = bundleText !== undefined;
  return {
    ...{ percent, amount, freeShipping },
    ...{ bundleQuantity: isBundle ? quantity : null, bundleFree: isBundle ? quantity - paid : null },
  };
}

type Conditions = Omit<PromotionFacts, 'name' | 'currency' | keyof Discount>;

function readConditions(options: CommandInput['options'], currency: string): Conditions | string {
  const [minQuantity, priority] = [readCount(options.minItems ?? '1'), readCount(options.priority ?? '10')];
  if (!isWhole(minQuantity, 1, 9999)) return '--min-items: expected a whole number from 1 to 9999';
  if (!isWhole(priority, 0, 1000)) return '--priority: expected a whole number from 0 to 1000';
  const minSpend = options.minSpend === undefined ? null : readAmount(String(options.minSpend), currency);
  if (options.minSpend !== undefined && !minSpend)
    return `--min-spend: ${describeAmountProblem(String(options.minSpend), currency)}`;
  const tierGroup = options.tierGroup === undefined ? null : String(options.tierGroup);
  const [startsAt, endsAt] = [readDateOption(options.from), readDateOption(options.to)];
  if (startsAt === undefined) return '--from: expected a date such as 2026-11-27 or 2026-11-27T08:00Z';
  if (endsAt === undefined) return '--to: expected a date such as 2026-11-30 or 2026-11-30T20:00Z';
  const firstOrderOnly = options.firstOrder === true;
  return { minQuantity, minSpend, priority, tierGroup, firstOrderOnly, startsAt, endsAt };
}

/** @returns null without an option, undefined when it is invalid */
function readDateOption(option: string | boolean | undefined): Date | null | undefined {
  return option === undefined ? null : readDate(String(option));
}

function describe(shop: Shop, promotion: StoredPromotion): string {
  const { name, percent, amount, currency, minQuantity, minSpend, bundleQuantity, bundleFree } = promotion;
  const format = (value: number) => formatMoney({ amount: value, currency }, shop.choices.locale);
  const isForAll = [promotion.productIds, promotion.categoryIds, promotion.brandIds].every((ids) => ids === null);
  const target = isForAll ? 'the order' : percent === null ? 'each item of its products' : 'its products';
  const discounts = [
    ...(percent === null ? [] : [`${percent} % off ${target}`]),
    ...(amount === null ? [] : [`${format(amount)} off ${target}`]),
    ...(bundleQuantity === null ? [] : [`${bundleQuantity} for ${bundleQuantity - (bundleFree ?? 0)}`]),
    ...(promotion.freeShipping ? ['free shipping'] : []),
  ];
  const conditions = [
    ...(minQuantity > 1 ? [`from ${minQuantity} items`] : []),
    ...(minSpend === null ? [] : [`from ${format(minSpend)}`]),
    ...(promotion.firstOrderOnly ? ['first order only'] : []),
    ...(promotion.tierGroup === null ? [] : [`tier of ${promotion.tierGroup}`]),
  ];
  return [name, discounts.join(' and ')].join(', ') + conditions.map((condition) => ` ${condition}`).join(',');
}

const listCommand: CommandDefinition = {
  name: 'promotions list',
  summary: 'list discounts that apply by themselves, newest first',
  requires: 'promotions.read',
  run: async (shop, _input, output) => {
    const found = await listPromotions(shop.db);
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
  requires: 'promotions.write',
  arguments: [{ name: '<id>', description: 'id of the promotion' }],
  run: async (shop, { arguments: [text = ''] }, output) => {
    const id = readCount(text);
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
