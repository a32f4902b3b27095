import type { z } from 'zod';
import {
  alterQuantityAction,
  type CartReply,
  cartErrors,
  cartPath,
  cartPutBackPath,
  cartQuantityPath,
  cartRemovePath,
  cartReply,
  cartRestorePath,
  cartTexts,
  checkoutPath,
  countCart,
  createCartReply,
  formatQuantityProblem,
  getCart,
  putBack,
  type QuantityProblem,
  readRequestedFragments,
  removeLine,
  restoreLine,
  restoreLineAction,
  setQuantities,
  toCartHint,
} from '#features/cart/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineMutation, type Mutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, type Owner } from '#platform/sessions/owner.ts';
import { type CartNotice, formatCartNotice } from '../parts/cart-notices.tsx';
import { alterQuantityInput, lineBody, putBackBody, quantitiesBody } from '../schemas.ts';
import { cartPageTexts as texts } from '../texts.ts';

interface LinesForm<Input> {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly schema: z.ZodType<Input>;
  /** Changes the cart. @returns notices for the cart page */
  readonly change: (shop: Shop, owner: Owner, input: Input) => Promise<readonly CartNotice[]>;
  /** Path of the next page. Default: the cart. */
  readonly getNextPath?: (input: Input, notices: readonly CartNotice[]) => string;
  /** Name of the ajax action for scripts, which replies with the state of the cart. */
  readonly ajax?: (wire: WireNames) => string;
}

interface LinesResult {
  readonly ok: true;
  readonly owner: Owner | null;
  readonly notices: readonly CartNotice[];
  readonly nextPath: string;
}

/** Defines a form of the cart page, which leads back to the page. A visitor without an owner has no lines. */
function defineLinesForm<Input>(definition: LinesForm<Input>): Mutation {
  const { name, description, path, schema, change, getNextPath = () => cartPath, ajax } = definition;
  return defineMutation({
    ...{ name, description, schema },
    run: async ({ shop, getActor }: MutationCall, input: Input): Promise<LinesResult> => {
      const owner = getOwner(await getActor());
      const notices = owner ? await change(shop, owner, input) : [];
      return { ok: true, owner, notices, nextPath: getNextPath(input, notices) };
    },
    hint: async ({ shop }: MutationCall, { owner }: LinesResult) =>
      owner && toCartHint(await countCart(shop.db, owner)),
    form: {
      path,
      success: (_: MutationCall, { nextPath, notices }: LinesResult) => ({ redirectTo: nextPath, notices }),
    },
    ...(ajax && {
      ajax: {
        name: ajax,
        endpoint: 'ajaxEndpoint',
        response: cartReply,
        success: (call: MutationCall, { owner, notices }: LinesResult) => createLinesReply(call, owner, notices),
      },
    }),
  });
}

async function createLinesReply(
  call: MutationCall,
  owner: Owner | null,
  notices: readonly CartNotice[],
): Promise<CartReply> {
  const cart = await getCart(call.shop, owner);
  const message = notices.map((notice) => formatCartNotice(call.shop, cart, notice)).join(' ');
  return createCartReply(call, { owner, message, fragments: readRequestedFragments(call.request.body) });
}

const updateQuantities = defineLinesForm({
  name: 'cart.update-quantities',
  description: 'Sets the quantities of lines; 0 removes a line. Valid changes are made even when others are refused.',
  path: cartQuantityPath,
  schema: quantitiesBody,
  change: async (shop, owner, { quantities }) => {
    const { changed, problems } = await setQuantities(shop, owner, quantities);
    const notices = problems.map(({ code, key, ...problem }) => ({
      code,
      key,
      ...('max' in problem ? { max: problem.max } : {}),
    }));
    return changed ? [{ code: 'updated' }, ...notices] : notices;
  },
  getNextPath: ({ toCheckout }, notices) =>
    toCheckout && notices.every(({ code }) => code === 'updated') ? checkoutPath : cartPath,
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
  ajax: ({ themePrefix }) => restoreLineAction(themePrefix),
});

const putLinesBack = defineLinesForm({
  name: 'cart.put-lines-back',
  description: "Puts lines back into the cart that 'buy now' has set aside.",
  path: cartPutBackPath,
  schema: putBackBody,
  change: async (shop, owner) => {
    await putBack(shop.db, owner);
    return [{ code: 'updated' }];
  },
  getNextPath: ({ toCheckout }) => (toCheckout ? checkoutPath : cartPath),
});

/** Changes one line, or fails. The form of the cart page sets several lines and reports problems beside each. */
const alterQuantity = defineMutation({
  name: 'cart.alter-quantity',
  description: 'Sets the quantity of one line; 0 removes it.',
  schema: alterQuantityInput,
  errors: cartErrors,
  run: async ({ shop, getActor }, { cart_item_key: key, quantity }) => {
    const owner = getOwner(await getActor());
    const missing: QuantityProblem = { code: 'LINE_NOT_FOUND', key };
    const [problem] = owner ? (await setQuantities(shop, owner, new Map([[key, quantity]]))).problems : [missing];
    if (problem) return { ok: false, ...problem };
    return { ok: true, owner, quantity, cart: await getCart(shop, owner) };
  },
  hint: (_, { cart }) => toCartHint(cart),
  message: ({ shop }, failure) => formatQuantityProblem(shop.t, failure),
  ajax: {
    name: ({ themePrefix }) => alterQuantityAction(themePrefix),
    endpoint: 'ajaxEndpoint',
    response: cartReply,
    success: (call, { owner, cart, quantity }) => {
      const { t } = call.shop;
      const isRemoved = quantity === 0 && cart.removed !== null;
      const message = isRemoved ? t(cartTexts.removed, { name: cart.removed.name }) : t(texts.updated);
      return createCartReply(call, { owner, cart, message, fragments: readRequestedFragments(call.request.body) });
    },
  },
});

export const lineMutations = [updateQuantities, removeCartLine, restoreCartLine, putLinesBack, alterQuantity];
