import {
  alterQuantityAction,
  cartCouponCallPath,
  cartCouponPath,
  cartCouponRemoveCallPath,
  cartItemPath,
  cartPath,
  cartQuantityPath,
  cartRefreshPath,
  couponCodeField,
  lineKeyField,
  maxCoupons,
} from '#features/cart/contract.ts';
import { cartDestinationCallPath, cartDestinationPath } from '#features/cart-page/contract.ts';
import { defaultWireNames } from '#platform/config/wire-names.ts';
import type { Chance } from '#tests/support/chance.ts';
import type { Answer, Fields, Shopper } from '#tests/support/shopper.ts';
import type { Diary } from './attempts.ts';
import type { SoakProduct } from './products.ts';
import { repeatUntilAnswered } from './repeat-request.ts';
import { type postcodes, validCodes, wrongCodes } from './rules.ts';

interface CartContext {
  readonly products: readonly SoakProduct[];
  readonly chance: Chance;
  readonly diary: Diary;
}

const { rest, themePrefix, ajaxEndpoint } = defaultWireNames;

/** Adds some products, by the form or by the call. */
export async function fillCart(
  { products, chance, diary }: CartContext,
  shopper: Shopper,
  pause: () => Promise<void>,
): Promise<void> {
  for (const { productId, variationId } of chance.shuffle(products).slice(0, chance.whole(1, 4))) {
    const choice = { variation_id: String(variationId) };
    const quantity = chance.whole(1, 3);
    const fields = { product_id: String(productId), quantity: String(quantity), ...choice };
    const add = chance.happens(0.5)
      ? () => shopper.addToCart(productId, quantity, choice)
      : () => shopper.submit(cartItemPath(rest), fields);
    await repeatUntilAnswered(diary, add);
    await pause();
  }
}

type CartChange = (context: CartContext, shopper: Shopper) => Promise<void>;

/** What a shopper may do with a filled cart, in any order, on each device. */
const changes: readonly CartChange[] = [
  ...[changeQuantity, changeQuantity, refreshCart, removeCoupon],
  ...[applyCoupons, applyCoupons, applyCoupons],
];

export async function changeCart(context: CartContext, shopper: Shopper): Promise<void> {
  const { chance } = context;
  for (const change of chance.shuffle(changes).slice(0, chance.whole(1, 4))) await change(context, shopper);
}

/** Says where the cart is sent, by the form or by the call. */
export async function setDestination(
  { chance, diary }: CartContext,
  shopper: Shopper,
  postcode: (typeof postcodes)[number],
): Promise<void> {
  const fields = { shipping_country: 'IE', shipping_postcode: postcode };
  const path = chance.happens(0.5) ? cartDestinationPath : cartDestinationCallPath(rest);
  await send(diary, shopper, path, fields);
}

/** Sets each line to 1, or removes one. @returns false when the cart is empty */
export async function reduceCart({ chance, diary }: CartContext, shopper: Shopper): Promise<boolean> {
  const keys = await readLineKeys(diary, shopper);
  if (keys.length === 0) return false;
  const dropped = chance.happens(0.7) ? chance.pick(keys) : null;
  const fields = Object.fromEntries(keys.map((key) => [`quantity[${key}]`, key === dropped ? '0' : '1']));
  await send(diary, shopper, cartQuantityPath, fields);
  return true;
}

async function changeQuantity({ chance, diary }: CartContext, shopper: Shopper): Promise<void> {
  const keys = await readLineKeys(diary, shopper);
  if (keys.length === 0) return;
  const [key, quantity] = [chance.pick(keys), String(chance.whole(0, 4))];
  if (chance.happens(0.5)) await send(diary, shopper, cartQuantityPath, { [`quantity[${key}]`]: quantity });
  else {
    const action = alterQuantityAction(themePrefix);
    await send(diary, shopper, ajaxEndpoint, { action, [lineKeyField]: key, quantity });
  }
}

/** Tries one or two codes, one of five of them wrong. */
async function applyCoupons({ chance, diary }: CartContext, shopper: Shopper): Promise<void> {
  for (let count = chance.whole(1, 2); count > 0; count -= 1) {
    const code = chance.pick(chance.happens(0.2) ? wrongCodes : validCodes);
    const typed = chance.happens(0.2) ? ` ${code.toLowerCase()} ` : code;
    const path = chance.happens(0.5) ? cartCouponPath : cartCouponCallPath(rest);
    const { status } = await send(diary, shopper, path, { [couponCodeField]: typed });
    if (status === 200) diary.appliedCoupons += 1;
  }
}

async function removeCoupon({ chance, diary }: CartContext, shopper: Shopper): Promise<void> {
  await send(diary, shopper, cartCouponRemoveCallPath(rest), { [couponCodeField]: chance.pick(validCodes) });
}

/** Takes all coupons out of the cart: one of them no longer applies. */
export async function removeCoupons({ diary }: CartContext, shopper: Shopper): Promise<void> {
  const { body } = await repeatUntilAnswered(diary, () => shopper.visit(cartPath));
  const applied = validCodes.filter((code) => body.includes(`>${code}<`) || body.includes(`value="${code}"`));
  for (const code of applied.slice(0, maxCoupons))
    await send(diary, shopper, cartCouponRemoveCallPath(rest), { [couponCodeField]: code });
}

async function refreshCart({ diary }: CartContext, shopper: Shopper): Promise<void> {
  const answer = await send(diary, shopper, cartRefreshPath(rest), {});
  const { cart } = answer.status === 200 ? (answer.json() as { cart?: { count?: unknown } }) : {};
  if (typeof cart?.count !== 'number') diary.unexpectedAnswers.push(`refreshing the cart answered ${answer.status}`);
}

async function readLineKeys(diary: Diary, shopper: Shopper): Promise<string[]> {
  const { body } = await repeatUntilAnswered(diary, () => shopper.visit(cartPath));
  return [...new Set(Array.from(body.matchAll(/name="quantity\[([^"\]]+)\]"/g), ([, key = '']) => key))];
}

/** Statuses that a change of a cart may have: done, refused for a reason, or limited. */
const expected = new Set([200, 303, 404, 409, 422, 429]);

async function send(diary: Diary, shopper: Shopper, path: string, fields: Fields): Promise<Answer> {
  const answer = await repeatUntilAnswered(diary, () => shopper.submit(path, fields));
  if (!expected.has(answer.status)) diary.unexpectedAnswers.push(`${path} answered ${answer.status}`);
  return answer;
}
