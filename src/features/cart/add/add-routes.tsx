import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AttributeView, getProductView } from '#features/catalog/index.ts';
import { buyNowField } from '#features/product-form/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { parseInput } from '#platform/http/bodies/parse-input.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther, sendFailure } from '#platform/http/replies.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { createCartSummary } from '../calculate-cart.ts';
import { addToCartPath, type CartReply, cartItemPath, cartPath, checkoutPath } from '../contract.ts';
import { toCartHint } from '../hints.ts';
import { sumQuantities } from '../lines/price-lines.ts';
import { saveNotices } from '../notices.ts';
import { type CartOwner, getCartOwner, keepCartOwner, resolveCartOwner } from '../owner.ts';
import { AddFailedPage } from '../pages/add-failed-page.tsx';
import { addToCartBody, formFields } from '../schemas.ts';
import { cartSettings } from '../settings.ts';
import { cartTexts as texts } from '../texts.ts';
import { type AddFailure, createAddFailure } from './add-failures.ts';
import { type AddRequest, type AddSuccess, addToCart } from './add-to-cart.ts';

export function registerAddToCartRoutes(app: FastifyInstance, shop: Shop): void {
  app.post(addToCartPath, (request, reply) => handleAddForm(shop, request, reply));
  app.post(cartItemPath(shop.wire.rest), { config: { multipart: true } }, (request, reply) =>
    handleAddCall(shop, request, reply),
  );
}

/** Redirects to the cart, or after the "buy now" button to the checkout of the whole cart. */
async function handleAddForm(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const input = parseInput(reply, addToCartBody, request.body);
  if (!input) return reply;
  const owner = await resolveCartOwner(shop, request);
  const result = await addToCartWithinLimits(shop, request, owner, input);
  if (!result.ok) {
    const context = shop.renderContext(addToCartPath);
    const form = formFields.parse(request.body);
    const choices = await findChoices(shop, result);
    const body = <AddFailedPage context={context} failure={result} form={form} choices={choices} />;
    return renderPrivatePage(shop, request, reply, {
      status: result.code === 'TOO_MANY_CARTS' ? 429 : 422,
      title: shop.t(texts.addFailedTitle),
      body,
    });
  }
  keepCartOwner(shop, request, reply, owner);
  await shop.hints.refresh(request, reply, toCartHint(result.cart));
  if (buyNowField in formFields.parse(request.body)) return seeOther(reply, checkoutPath);
  const [line] = result.lines;
  saveNotices(shop, reply, [
    result.lines.length === 1 && line
      ? { code: 'added', key: line.key }
      : { code: 'added', count: sumQuantities(result.lines) },
  ]);
  return seeOther(reply, cartPath);
}

async function findChoices({ db, clock }: Shop, { code, product }: AddFailure): Promise<AttributeView[]> {
  if (!product || (code !== 'MAKE_A_SELECTION' && code !== 'UNAVAILABLE')) return [];
  const page = await getProductView(db, product.slug, clock.now());
  return page?.type === 'variable' ? page.attributes.filter(({ forVariations }) => forVariations) : [];
}

/** Answers a script with JSON (spec 7.3/2). */
async function handleAddCall(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const input = parseInput(reply, addToCartBody, request.body);
  if (!input) return reply;
  const owner = await resolveCartOwner(shop, request);
  const result = await addToCartWithinLimits(shop, request, owner, input);
  if (!result.ok) return sendFailure(reply, toHttpStatus(result), result.code, shop.t(result.text, result.values));
  keepCartOwner(shop, request, reply, owner);
  await shop.hints.refresh(request, reply, toCartHint(result.cart));
  const cart = await createCartSummary(shop, result.cart);
  const body: CartReply = { cart, message: formatAddedMessage(shop, result), fragments: {} };
  return reply.header('cache-control', 'no-store').send(body);
}

function formatAddedMessage({ t }: Shop, { lines }: AddSuccess): string {
  const [line] = lines;
  if (lines.length === 1 && line) return t(texts.added, { name: line.name });
  return t(texts.addedSeveral, { count: sumQuantities(lines) });
}

function toHttpStatus({ code }: AddFailure): number {
  if (code === 'TOO_MANY_CARTS') return 429;
  if (code === 'NOT_FOUND') return 404;
  return code === 'OUT_OF_STOCK' ||
    code === 'NOT_ENOUGH_STOCK' ||
    code === 'QUANTITY_TOO_LARGE' ||
    code === 'ONE_PER_ORDER' ||
    code === 'CART_FULL'
    ? 409
    : 400;
}

const hourSeconds = 60 * 60;

/**
 * Adds to the owner's cart. A guest's request without the visitor's cookie creates a visitor and a cart:
 * at most `cart.newCartsPerHour` from one network. Refused requests are not counted.
 */
async function addToCartWithinLimits(
  shop: Shop,
  request: FastifyRequest,
  owner: CartOwner,
  input: AddRequest,
): Promise<AddSuccess | AddFailure> {
  const allowance = await shop.limits.consume(await getLimitUses(shop, request));
  if (!allowance.ok) return createAddFailure('TOO_MANY_CARTS', null);
  const result = await addToCart(shop, owner, input);
  if (!result.ok) await allowance.giveBack();
  return result;
}

async function getLimitUses(shop: Shop, request: FastifyRequest) {
  const max = shop.settings(cartSettings).newCartsPerHour;
  const network = getClientNetwork(request.ip);
  if (max === null || network === null || getCartOwner(await getActor(shop, request)) !== null) return [];
  return [{ limit: { name: 'new-carts', max, seconds: hourSeconds }, key: network }];
}
