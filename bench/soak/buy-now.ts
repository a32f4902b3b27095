import { addToCartPath, cartPutBackPath, checkoutPath } from '#features/cart/contract.ts';
import { buyNowField } from '#features/product-form/contract.ts';
import { getStoreRoot } from '#features/store-api/contract.ts';
import { defaultWireNames } from '#platform/config/wire-names.ts';
import type { Chance } from '#tests/support/chance.ts';
import type { Shopper } from '#tests/support/shopper.ts';
import type { BoughtAlone, CartQuantities, Diary } from './attempts.ts';
import type { SoakProduct } from './products.ts';
import { repeatUntilAnswered } from './repeat-request.ts';

interface BuyNowContext {
  readonly products: readonly SoakProduct[];
  readonly chance: Chance;
  readonly diary: Diary;
}

/**
 * Presses "buy now" on a product, sometimes twice. Some go back and press it on another, put the
 * others back, or add one more thing.
 * @returns what is left to be ordered alone; null when all is in the cart again, or nothing changed
 */
export async function buyNow(context: BuyNowContext, shopper: Shopper): Promise<BoughtAlone | null> {
  const { chance, diary, products } = context;
  const before = await readCart(diary, shopper);
  const product = chance.pick(products);
  const quantity = chance.whole(1, 2);
  const isBought = await press(context, shopper, product, quantity);
  if (!isBought) {
    await expectCart(diary, shopper, before, '"buy now" that was refused');
    return null;
  }
  diary.buyNow.pressed += 1;
  const { variationId } = product;
  const waiting = subtract(before, variationId, quantity);
  await expectCart(diary, shopper, new Map([[variationId, quantity]]), '"buy now"');
  if (chance.happens(0.6)) return { variationId, waiting };
  await repeatUntilAnswered(diary, () => shopper.submit(cartPutBackPath, chance.happens(0.5) ? { checkout: '1' } : {}));
  await expectCart(diary, shopper, add(waiting, variationId, quantity), 'putting back');
  diary.buyNow.putBack += 1;
  return null;
}

/** @returns whether the shop leads on to the checkout */
async function press(
  { chance, diary }: BuyNowContext,
  shopper: Shopper,
  { productId, variationId }: SoakProduct,
  quantity: number,
): Promise<boolean> {
  const fields = {
    ...{ product_id: String(productId), variation_id: String(variationId), quantity: String(quantity) },
    [buyNowField]: '1',
  };
  const submit = () => repeatUntilAnswered(diary, () => shopper.submit(addToCartPath, fields));
  const answers = await Promise.all([submit(), ...(chance.happens(0.3) ? [submit()] : [])]);
  return answers.some(({ status, location }) => status === 303 && location.startsWith(checkoutPath));
}

const cartCallPath = `${getStoreRoot(defaultWireNames)}/cart`;

/** What would be ordered: lines that were set aside are no part of it. */
async function readCart(diary: Diary, shopper: Shopper): Promise<CartQuantities> {
  const answer = await repeatUntilAnswered(diary, () => shopper.visit(cartCallPath));
  if (answer.status !== 200) diary.unexpectedAnswers.push(`reading the cart answered ${answer.status}`);
  const { items = [] } = answer.json() as { items?: { id: number; quantity: number }[] };
  return new Map(items.map(({ id, quantity }) => [id, quantity]));
}

/** Notes when the cart is another. For shoppers with one device. */
export async function expectCart(
  diary: Diary,
  shopper: Shopper,
  expected: CartQuantities,
  after: string,
): Promise<void> {
  const found = formatQuantities(await readCart(diary, shopper));
  if (found !== formatQuantities(expected))
    diary.unexpectedAnswers.push(`after ${after} the cart has ${found}, expected ${formatQuantities(expected)}`);
}

const formatQuantities = (quantities: CartQuantities) =>
  [...quantities]
    .sort(([a], [b]) => a - b)
    .map(([id, quantity]) => `${quantity} × ${id}`)
    .join(', ') || 'nothing';

function add(quantities: CartQuantities, id: number, quantity: number): CartQuantities {
  return new Map([...quantities, [id, (quantities.get(id) ?? 0) + quantity]]);
}

function subtract(quantities: CartQuantities, id: number, quantity: number): CartQuantities {
  return new Map([...add(quantities, id, -quantity)].filter(([, left]) => left > 0));
}
