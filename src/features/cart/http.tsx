import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { renderCartCrossSells } from '#features/listing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { parseInput } from '#platform/http/bodies/parse-input.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { getVisit } from '#platform/sessions/visit.ts';
import { registerAddToCartRoutes } from './add/add-routes.tsx';
import { calculateCart } from './calculate-cart.ts';
import { getCart } from './cart.ts';
import { cartPath, cartQuantityPath, cartRemovePath, cartRestorePath } from './contract.ts';
import { toCartHint } from './hints.ts';
import { countCart, removeLine, restoreLine, setQuantities } from './lines/change-lines.ts';
import { type CartNotice, consumeNotices, saveNotices } from './notices.ts';
import { CartPage } from './pages/cart-page.tsx';
import { lineBody, quantitiesBody } from './schemas.ts';
import { cartTexts as texts } from './texts.ts';

export function registerCartRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(cartPath, (request, reply) => showCart(shop, request, reply));
  registerAddToCartRoutes(app, shop);
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
  const cart = await getCart(shop, getVisit(shop, request).visitor);
  const calculation = cart.lines.length > 0 ? await calculateCart(shop, shop.db, cart) : null;
  const notices = consumeNotices(shop, request, reply);
  const crossSells = await renderCartCrossSells(shop, context, [...new Set(cart.lines.map((line) => line.productId))]);
  const body = <CartPage {...{ shop, context, cart, calculation, notices, crossSells }} />;
  return renderPrivatePage(shop, request, reply, { title: shop.t(texts.title), body });
}

type CartChange<Input> = (visitor: string, input: Input) => Promise<readonly CartNotice[]>;

/** Applies a form to existing lines, then redirects to the cart. No visitor means no lines. */
async function changeLines<Input>(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<Input>,
  change: CartChange<Input>,
): Promise<FastifyReply> {
  const input = parseInput(reply, schema, request.body);
  if (input === null) return reply;
  const { visitor } = getVisit(shop, request);
  if (!visitor) return seeOther(reply, cartPath);
  saveNotices(shop, reply, await change(visitor, input));
  await shop.hints.refresh(request, reply, toCartHint(await countCart(shop.db, visitor)));
  return seeOther(reply, cartPath);
}
