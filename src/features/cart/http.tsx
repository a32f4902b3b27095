import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type AttributeView, getProductView } from '#features/catalog/index.ts';
import { cartCrossSells } from '#features/listing/index.ts';
import { buyNowField } from '#features/product-form/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { parseInput } from '#platform/http/bodies/parse-input.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { failure, seeOther } from '#platform/http/replies.ts';
import { keepVisitorCookie, resolveVisitor, visitOf } from '#platform/sessions/visit.ts';
import type { AddSuccess } from './add.ts';
import type { AddFailure } from './add-failures.ts';
import { getCart } from './cart.ts';
import {
  addToCartPath,
  type CartReply,
  cartItemPath,
  cartPath,
  cartQuantityPath,
  cartRemovePath,
  cartRestorePath,
} from './contract.ts';
import { toCartHint } from './hints.ts';
import { countCart, removeLine, restoreLine, setQuantities } from './lines.ts';
import { addToCartWithinLimits } from './new-carts.ts';
import { type CartNotice, consumeNotices, saveNotices } from './notices.ts';
import { CartPage } from './pages/cart-page.tsx';
import { AddFailedPage } from './pages/refused-page.tsx';
import { addToCartBody, formFields, lineBody, quantitiesBody } from './schemas.ts';
import { cartTexts as texts } from './texts.ts';

export function cartRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(cartPath, (request, reply) => showCart(shop, request, reply));
  app.post(addToCartPath, (request, reply) => addByForm(shop, request, reply));
  app.post(cartItemPath(shop.wire.rest), { config: { multipart: true } }, (request, reply) =>
    addByScript(shop, request, reply),
  );
  app.post(cartQuantityPath, (request, reply) =>
    changeLines(shop, request, reply, quantitiesBody, async (visitor, quantities) => {
      const { changed, problems } = await setQuantities(shop, visitor, quantities);
      const notices = problems.map(({ code, key, ...problem }) => ({
        code,
        key,
        ...('max' in problem ? { max: problem.max } : {}),
      }));
      return changed ? [{ code: 'updated' }, ...notices] : notices;
    }),
  );
  app.post(cartRemovePath, (request, reply) =>
    changeLines(shop, request, reply, lineBody, async (visitor, key) =>
      (await removeLine(shop, visitor, key)) ? [] : [{ code: 'LINE_NOT_FOUND' }],
    ),
  );
  app.post(cartRestorePath, (request, reply) =>
    changeLines(shop, request, reply, lineBody, async (visitor, key) => [
      (await restoreLine(shop, visitor, key)) ? { code: 'restored', key } : { code: 'LINE_NOT_FOUND' },
    ]),
  );
}

async function showCart(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const context = shop.renderContext(cartPath);
  const cart = await getCart(shop, visitOf(shop, request).visitor);
  const notices = consumeNotices(shop, request, reply);
  const crossSells = await cartCrossSells(shop, context, [...new Set(cart.lines.map((line) => line.productId))]);
  const body = <CartPage {...{ shop, context, cart, notices, crossSells }} />;
  return renderPrivatePage(shop, request, reply, { title: shop.t(texts.title), body });
}

/** The checkout's: it needs this feature, and not the other way round. */
const checkoutPath = '/checkout';

/** Leads to the cart; or to the checkout, with all that was in the cart before, when the button for that was pressed. */
async function addByForm(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const input = parseInput(reply, addToCartBody, request.body);
  if (!input) return reply;
  const visitor = resolveVisitor(shop, request);
  const result = await addToCartWithinLimits(shop, request, visitor, input);
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
  keepVisitorCookie(shop, request, reply, visitor);
  await shop.hints.refresh(request, reply, toCartHint(result.cart));
  if (buyNowField in formFields.parse(request.body)) return seeOther(reply, checkoutPath);
  const pieces = result.lines.reduce((sum, line) => sum + line.quantity, 0);
  const [line] = result.lines;
  saveNotices(shop, reply, [
    result.lines.length === 1 && line ? { code: 'added', key: line.key } : { code: 'added', count: pieces },
  ]);
  return seeOther(reply, cartPath);
}

async function findChoices({ db, clock }: Shop, { code, product }: AddFailure): Promise<AttributeView[]> {
  if (!product || (code !== 'MAKE_A_SELECTION' && code !== 'UNAVAILABLE')) return [];
  const page = await getProductView(db, product.slug, clock.now());
  return page?.type === 'variable' ? page.attributes.filter(({ forVariations }) => forVariations) : [];
}

/** Spec 7.3/2. */
async function addByScript(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const input = parseInput(reply, addToCartBody, request.body);
  if (!input) return reply;
  const visitor = resolveVisitor(shop, request);
  const result = await addToCartWithinLimits(shop, request, visitor, input);
  if (!result.ok) return failure(reply, toHttpStatus(result), result.code, shop.t(result.text, result.values));
  keepVisitorCookie(shop, request, reply, visitor);
  await shop.hints.refresh(request, reply, toCartHint(result.cart));
  const answer: CartReply = { cart: result.cart, message: formatAddedMessage(shop, result), fragments: {} };
  return reply.header('cache-control', 'no-store').send(answer);
}

function formatAddedMessage({ t }: Shop, { lines }: AddSuccess): string {
  const [line] = lines;
  if (lines.length === 1 && line) return t(texts.added, { name: line.name });
  return t(texts.addedSeveral, { count: lines.reduce((sum, each) => sum + each.quantity, 0) });
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

type CartChange<Input> = (visitor: string, input: Input) => Promise<readonly CartNotice[]>;

/** A change of what is in the cart already, by a form. Whoever is no visitor yet has no lines that could change. */
async function changeLines<Input>(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<Input>,
  step: CartChange<Input>,
): Promise<FastifyReply> {
  const input = parseInput(reply, schema, request.body);
  if (input === null) return reply;
  const { visitor } = visitOf(shop, request);
  if (!visitor) return seeOther(reply, cartPath);
  saveNotices(shop, reply, await step(visitor, input));
  await shop.hints.refresh(request, reply, toCartHint(await countCart(shop.db, visitor)));
  return seeOther(reply, cartPath);
}
