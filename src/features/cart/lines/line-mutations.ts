import type { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { defineMutation, type Mutation } from '#platform/mutations/mutation.ts';
import { createCartSummary } from '../calculate-cart.ts';
import { getCart } from '../cart.ts';
import { cartPath, cartQuantityPath, cartRemovePath, cartRestorePath } from '../contract.ts';
import { cartErrors } from '../errors.ts';
import { toCartHint } from '../hints.ts';
import { type CartOwner, getCartOwner } from '../owner.ts';
import type { CartNotice } from '../parts/cart-notices.tsx';
import { alterQuantityInput, cartReply, lineBody, quantitiesBody } from '../schemas.ts';
import { cartTexts as texts } from '../texts.ts';
import { countCart, type QuantityProblem, removeLine, restoreLine, setQuantities } from './change-lines.ts';
import { formatQuantityProblem } from './format-problems.ts';

interface LinesForm<Input> {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly schema: z.ZodType<Input>;
  /** Returns what the cart page says about it. */
  readonly change: (shop: Shop, owner: CartOwner, input: Input) => Promise<readonly CartNotice[]>;
}

/** A form of the cart page, which leads back to it. No owner means no lines. */
function defineLinesForm<Input>({ name, description, path, schema, change }: LinesForm<Input>): Mutation {
  return defineMutation({
    ...{ name, description, schema },
    run: async ({ shop, getActor }, input) => {
      const owner = getCartOwner(await getActor());
      return { ok: true, owner, notices: owner ? await change(shop, owner, input) : [] } as const;
    },
    hint: async ({ shop }, { owner }) => owner && toCartHint(await countCart(shop.db, owner)),
    form: { path, success: (_, { notices }) => ({ redirectTo: cartPath, notices }) },
  });
}

const updateQuantities = defineLinesForm({
  name: 'cart.update-quantities',
  description: 'Sets the quantities of lines; 0 removes a line. Valid changes are made even when others are refused.',
  path: cartQuantityPath,
  schema: quantitiesBody,
  change: async (shop, owner, quantities) => {
    const { changed, problems } = await setQuantities(shop, owner, quantities);
    const notices = problems.map(({ code, key, ...problem }) => ({
      code,
      key,
      ...('max' in problem ? { max: problem.max } : {}),
    }));
    return changed ? [{ code: 'updated' }, ...notices] : notices;
  },
});

const removeCartLine = defineLinesForm({
  name: 'cart.remove-line',
  description: 'Removes a line, which can be restored for ten minutes.',
  path: cartRemovePath,
  schema: lineBody,
  change: async (shop, owner, key) => ((await removeLine(shop, owner, key)) ? [] : [{ code: 'LINE_NOT_FOUND' }]),
});

const restoreCartLine = defineLinesForm({
  name: 'cart.restore-line',
  description: 'Restores the line that was removed last.',
  path: cartRestorePath,
  schema: lineBody,
  change: async (shop, owner, key) => [
    (await restoreLine(shop, owner, key)) ? { code: 'restored', key } : { code: 'LINE_NOT_FOUND' },
  ],
});

/** One line, or a failure: the form of the cart page sets several and reports problems beside them. */
const alterQuantity = defineMutation({
  name: 'cart.alter-quantity',
  description: 'Sets the quantity of one line; 0 removes it.',
  schema: alterQuantityInput,
  errors: cartErrors,
  run: async ({ shop, getActor }, { cart_item_key: key, quantity }) => {
    const owner = getCartOwner(await getActor());
    const missing: QuantityProblem = { code: 'LINE_NOT_FOUND', key };
    const [problem] = owner ? (await setQuantities(shop, owner, new Map([[key, quantity]]))).problems : [missing];
    if (problem) return { ok: false, ...problem };
    return { ok: true, cart: await getCart(shop, owner) };
  },
  hint: (_, { cart }) => toCartHint(cart),
  message: ({ shop }, failure) => formatQuantityProblem(shop.t, failure),
  // Spec 7.3/5.
  ajax: {
    name: ({ themePrefix }) => `${themePrefix}_ajax_cart_item_alter_quantity`,
    endpoint: 'ajaxEndpoint',
    response: cartReply,
    success: async ({ shop }, { cart }) => ({
      cart: await createCartSummary(shop, cart),
      message: shop.t(texts.updated),
      fragments: {},
    }),
  },
});

export const lineMutations = [updateQuantities, removeCartLine, restoreCartLine, alterQuantity];
