import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import {
  changeAddress,
  type Order,
  orderNumberArgument,
  reportOrderFailure,
  reportUsageError,
  withOrder,
} from '#features/orders/index.ts';
import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import {
  createManualOrder,
  inOrderTransaction,
  type ManualOrderResult,
  quoteManualOrder,
} from './create-manual-order.ts';
import { listDrafts, type PlaceDraftResult, placeDraft, saveDraft } from './drafts.ts';
import { addressSchema, type ManualOrderInput, manualOrderFileSchema } from './order-file.ts';
import { storeOrderFiles } from './order-uploads.ts';

const maxFileBytes = 1_000_000;

const createCommand: CommandDefinition = {
  name: 'orders create',
  summary: 'place an order from a JSON file, for orders by phone or in the shop',
  requires: 'orders.write',
  options: [
    { flags: '--file <file>', description: 'the order; see docs/commands.md' },
    { flags: '--draft', description: 'only save it: place it later with `orders place`' },
  ],
  run: async (shop, { options, actor }, output) => {
    const read = await readFileOf(manualOrderFileSchema, options.file);
    if (typeof read === 'string') return reportUsageError(output, read);
    let stored: Awaited<ReturnType<typeof storeOrderFiles>>;
    try {
      stored = await storeOrderFiles(shop, String(options.file), read.content);
    } catch (error) {
      return reportUsageError(
        output,
        `a file can't be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    if (!stored.ok) {
      const { code } = stored;
      const reason = shop.t(stored.text, stored.values);
      output.warn(`No order was placed: ${reason}`);
      output.result({ ok: false, code, reason });
      return 1;
    }
    return (options.draft === true ? createDraft : createNow)(shop, stored.input, actor, output);
  },
};

/** @returns a message when the file does not have the schema */
async function readFileOf<Content>(
  schema: z.ZodType<Content>,
  file: CommandInput['options'][string],
): Promise<{ readonly content: Content } | string> {
  if (typeof file !== 'string') return '--file: expected the path of a JSON file';
  try {
    if ((await stat(file)).size > maxFileBytes) return `${file}: larger than 1 MB`;
    const read = schema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return read.success ? { content: read.data } : `${file} is not valid:\n${z.prettifyError(read.error)}`;
  } catch (error) {
    return `${file} can't be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function createNow(shop: Shop, input: ManualOrderInput, by: Actor, output: CliOutput): Promise<number> {
  const result = await inOrderTransaction(shop, (tx) => createManualOrder(shop, tx, input, by));
  if (!result.ok) return reportFailure(output, result);
  return reportPlaced(output, result);
}

function reportPlaced(output: CliOutput, result: Extract<ManualOrderResult, { ok: true }>): number {
  output.line(`Order ${result.number} ${result.changed ? 'was placed' : 'had been placed before'}.`);
  output.result(result);
  return 0;
}

async function createDraft(shop: Shop, input: ManualOrderInput, by: Actor, output: CliOutput): Promise<number> {
  const quote = await quoteManualOrder(shop, shop.db, input);
  if (!quote.ok) return reportFailure(output, quote);
  const draft = await saveDraft(shop, shop.db, input, by);
  const { totals, currency } = quote.calculation;
  const total = formatMoney({ amount: totals.total, currency }, shop.choices.locale);
  output.line(`Draft ${draft} was saved: ${total} at the prices of now. Place it with 'shop orders place ${draft}'.`);
  output.result({ ok: true, draft, total: totals.total, currency });
  return 0;
}

const draftsCommand: CommandDefinition = {
  name: 'orders drafts',
  summary: 'list drafts that were not placed, newest first',
  requires: 'orders.read',
  run: async (shop, _input, output) => {
    const drafts = await listDrafts(shop.db);
    output.table(
      ['draft', 'date', 'items', 'name', 'e-mail'],
      drafts.map(({ id, createdAt, input }) => [
        String(id),
        createdAt.toISOString().slice(0, 16).replace('T', ' '),
        String(input.lines.reduce((sum, { quantity }) => sum + quantity, 0)),
        `${input.billing.first_name} ${input.billing.last_name}`,
        input.email,
      ]),
    );
    if (drafts.length === 0) output.line('No drafts found.');
    output.result({ drafts });
    return 0;
  },
};

const placeCommand: CommandDefinition = {
  name: 'orders place',
  summary: 'place a draft as an order, at the prices of now',
  requires: 'orders.write',
  arguments: [{ name: '<draft>', description: 'number of the draft' }],
  run: async (shop, { arguments: [text = ''], actor }, output) => {
    if (!/^\d{1,15}$/.test(text)) return reportUsageError(output, `${text}: expected the number of a draft`);
    const result = await inOrderTransaction(shop, (tx) => placeDraft(shop, tx, Number(text), actor));
    return result.ok ? reportPlaced(output, result) : reportFailure(output, result);
  },
};

function reportFailure(output: CliOutput, failure: Exclude<PlaceDraftResult, { ok: true }>): number {
  output.warn(`No order was placed: ${describeFailure(failure).replace(/[.?!]?$/, '.')}`);
  output.result(failure);
  return 1;
}

function describeFailure(failure: Exclude<PlaceDraftResult, { ok: true }>): string {
  switch (failure.code) {
    case 'DRAFT_NOT_FOUND':
      return "there is no such draft; list them with 'shop orders drafts'";
    case 'ORDER_NOT_FOUND':
      return 'the order that it amends does not exist';
    case 'SKU_NOT_FOUND':
      return `no product has the SKU ${failure.sku}`;
    case 'LINE_UNAVAILABLE':
      return `${failure.sku} can't be sold: it has no price, or an option is missing or unknown`;
    case 'ADDONS_INVALID':
      return `an add-on of ${failure.sku} is missing or not valid: ${failure.reasons.join(' ')}`;
    case 'COUPON_REFUSED':
      return `the coupon ${failure.coupon} does not apply: ${failure.reason}`;
    case 'AMOUNT_INVALID':
      return `'${failure.amount}' is not an amount of this currency, or could mean thousands or decimals`;
    case 'SHIPPING_UNAVAILABLE':
      return `the shipping method is not available for this address; ${listAvailable(failure.available)}`;
    case 'PAYMENT_UNAVAILABLE':
      return `the payment method is not available for this order; ${listAvailable(failure.available)}`;
    case 'OUT_OF_STOCK':
      return failure.shortages.map(({ name, available }) => `only ${available} of ${name} left`).join(', ');
  }
}

function listAvailable(ids: readonly string[]): string {
  return ids.length === 0 ? 'none is' : `available: ${ids.join(', ')}`;
}

const addressCommand: CommandDefinition = {
  name: 'orders address',
  summary: 'correct an address of an order, until something was shipped',
  requires: 'orders.write',
  arguments: orderNumberArgument,
  options: [
    { flags: '--file <file>', description: 'JSON with the fields of `delivery` in an order' },
    { flags: '--billing', description: 'the billing address instead of the delivery address' },
  ],
  run: (shop, input, output) => withOrder(shop, input, output, (order) => runAddress(shop, order, input, output)),
};

async function runAddress(
  shop: Shop,
  order: Order,
  { options, actor }: CommandInput,
  output: CliOutput,
): Promise<number> {
  const read = await readFileOf(addressSchema, options.file);
  if (typeof read === 'string') return reportUsageError(output, read);
  const kind = options.billing === true ? ('billing' as const) : ('shipping' as const);
  const change = { orderId: order.id, kind, address: read.content, by: actor };
  const result = await inTransaction(shop.db, (tx) => changeAddress(shop, tx, change));
  if (!result.ok) return reportOrderFailure(output, order, result);
  output.line(`Order ${order.number}: the ${kind === 'billing' ? 'billing' : 'delivery'} address was changed.`);
  output.result({ number: order.number, ...result });
  return 0;
}

export const manualOrderCommands: readonly CommandDefinition[] = [
  createCommand,
  draftsCommand,
  placeCommand,
  addressCommand,
];
