import { defineAjaxAction } from '#platform/http/ajax.ts';
import { sendFailure } from '#platform/http/replies.ts';
import { createCartSummary } from '../calculate-cart.ts';
import { getCart } from '../cart.ts';
import type { CartReply } from '../contract.ts';
import { toCartHint } from '../hints.ts';
import { getCartOwner } from '../owner.ts';
import { alterQuantityInput } from '../schemas.ts';
import { cartTexts as texts } from '../texts.ts';
import { type QuantityProblem, setQuantities } from './change-lines.ts';
import { formatQuantityProblem } from './format-problems.ts';

/** Ajax action that sets the quantity of a line (spec 7.3/5). */
export const alterQuantity = defineAjaxAction({
  name: (wire) => `${wire.themePrefix}_ajax_cart_item_alter_quantity`,
  endpoint: 'ajaxEndpoint',
  method: 'POST',
  schema: alterQuantityInput,
  run: async ({ shop, request, reply, getActor }, { cart_item_key: key, quantity }) => {
    const owner = getCartOwner(await getActor());
    const missing: QuantityProblem = { code: 'LINE_NOT_FOUND', key };
    const [problem] = owner ? (await setQuantities(shop, owner, new Map([[key, quantity]]))).problems : [missing];
    if (problem)
      return sendFailure(
        reply,
        problem.code === 'LINE_NOT_FOUND' ? 404 : 409,
        problem.code,
        formatQuantityProblem(shop.t, problem),
      );
    const cart = await createCartSummary(shop, await getCart(shop, owner));
    await shop.hints.refresh(request, reply, toCartHint(cart));
    const answer: CartReply = { cart, message: shop.t(texts.updated), fragments: {} };
    return answer;
  },
});
