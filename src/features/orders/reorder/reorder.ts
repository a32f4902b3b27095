import { type AddEachResult, type AddFailure, addEachToCart } from '#features/cart/index.ts';
import { getPurchasableVariations, type PurchasableVariation } from '#features/catalog/index.ts';
import { addonFieldName } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import type { Order, OrderLine } from '../order.ts';

type AddonDefinition = PurchasableVariation['addons'][number];

/** A line that can't be bought again unchanged. `failure` is null when its options have changed. */
export interface LeftOutLine {
  readonly line: OrderLine;
  /** Null when the product no longer has a page. */
  readonly slug: string | null;
  readonly failure: AddFailure | null;
}

export interface ReorderResult {
  readonly added: readonly OrderLine[];
  readonly leftOut: readonly LeftOutLine[];
  /** The cart with the added lines; null when no line was added. */
  readonly cart: AddEachResult['cart'];
}

/**
 * Adds each line of an order to a cart, at its current price, as its product form would.
 * @param requestKey key of the form: a repeated request with the same key adds nothing; with null, each request adds
 */
export async function reorder(
  shop: Shop,
  owner: Owner,
  { lines }: Order,
  requestKey: string | null,
): Promise<ReorderResult> {
  const ids = lines.map(({ variationId }) => variationId);
  const variations = await getPurchasableVariations(shop.db, ids, shop.clock.now());
  const candidates = lines.map((line) => {
    const variation = variations.get(line.variationId);
    const slug = variation?.status === 'published' ? variation.slug : null;
    const form = variation ? toAddonForm(variation.addons, line) : {};
    return { line, slug, form, chosen: variation ? listChosen(variation, line) : {} };
  });
  const orderable = candidates.flatMap(({ form, ...candidate }) => (form === null ? [] : [{ ...candidate, form }]));
  const items = orderable.map(({ line: { productId, variationId, quantity }, chosen, form }) => ({
    productId,
    variationId: variationId === productId ? null : variationId,
    chosen,
    quantity,
    form,
  }));
  const { failures, cart } = await addEachToCart(shop, owner, { items, requestKey });
  const failureByLine = new Map(orderable.map(({ line }, index) => [line, failures[index] ?? null]));
  const isAdded = (line: OrderLine) => failureByLine.get(line) === null;
  const leftOut = candidates.filter(({ line }) => !isAdded(line));
  return {
    added: lines.filter(isAdded),
    leftOut: leftOut.map(({ line, slug }) => ({ line, slug, failure: failureByLine.get(line) ?? null })),
    cart,
  };
}

/** Lists all options of a variation that leaves some options open. Terms that no longer exist are skipped. */
function listChosen({ options }: PurchasableVariation, { choices }: OrderLine): Record<string, string> {
  if (options.every(({ term }) => term !== null)) return {};
  const chosen = options.flatMap(({ attribute, term, terms = [] }) => {
    const slug = (term ?? terms.find(({ slug }) => slug === choices[attribute]))?.slug;
    return slug === undefined ? [] : [[attribute, slug]];
  });
  return Object.fromEntries(chosen);
}

/**
 * Creates the product form that would give a line its add-ons again.
 * @returns null when the product's add-ons have changed
 */
function toAddonForm(definitions: readonly AddonDefinition[], { addons }: OrderLine): Record<string, string[]> | null {
  const form: Record<string, string[]> = {};
  for (const { label, value, files = [] } of addons) {
    const definition = definitions.find((each) => each.label === label);
    const sent =
      definition && (definition.kind === 'file' ? files.map(({ id }) => id) : findSentValues(definition, value));
    if (!definition || !sent) return null;
    form[addonFieldName(definition)] = sent;
  }
  return form;
}

/** Orders store the displayed values: the text, or the labels of the options. */
function findSentValues({ kind, options }: AddonDefinition, shown: string): string[] | null {
  switch (kind) {
    case 'text':
    case 'textarea':
      return [shown];
    case 'checkbox':
      return ['yes'];
    case 'select':
    case 'radio': {
      const option = options.find(({ label }) => label === shown);
      return option ? [option.value] : null;
    }
    case 'checkboxes': {
      const chosen = options.filter(({ label }) => shown.split(', ').includes(label));
      return chosen.map(({ label }) => label).join(', ').length === shown.length
        ? chosen.map(({ value }) => value)
        : null;
    }
    default:
      return null;
  }
}
