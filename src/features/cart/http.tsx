import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { renderCartCrossSells } from '#features/listing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { parseInput } from '#platform/http/bodies/parse-input.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { registerAddToCartRoutes } from './add/add-routes.tsx';
import { calculateCart } from './calculate-cart.ts';
import { getCart } from './cart.ts';
import { cartPath, cartQuantityPath, cartRemovePath, cartRestorePath } from './contract.ts';
import { toCartHint } from './hints.ts';
import { countCart, removeLine, restoreLine, setQuantities } from './lines/change-lines.ts';
import { type CartNotice, consumeNotices, saveNotices } from './notices.ts';
import { type CartOwner, getCartOwner } from './owner.ts';
import { CartPage } from './pages/cart-page.tsx';
import { lineBody, quantitiesBody } from './schemas.ts';
import { cartTexts as texts } from './texts.ts';

export function registerCartRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(cartPath, (request, reply) => showCart(shop, request, reply));
  registerAddToCartRoutes(app, shop);
  app.post(cartQuantityPath, (request, reply) =>
    changeLines(shop, request, reply, quantitiesBody, async (owner, quantities) => {
      const { changed, problems } = await setQuantities(shop, owner, quantities);
      const notices = problems.map(({ code, key, ...problem }) => ({
        code,
        key,
        ...('max' in problem ? { max: problem.max } : {}),
      }));
      return changed ? [{ code: 'updated' }, ...notices] : notices;
    }),
  );
  app.post(cartRemovePath, (request, reply) =>
    changeLines(shop, request, reply, lineBody, async (owner, key) =>
      (await removeLine(shop, owner, key)) ? [] : [{ code: 'LINE_NOT_FOUND' }],
    ),
  );
  app.post(cartRestorePath, (request, reply) =>
    changeLines(shop, request, reply, lineBody, async (owner, key) => [
      (await restoreLine(shop, owner, key)) ? { code: 'restored', key } : { code: 'LINE_NOT_FOUND' },
    ]),
  );
}

async function showCart(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const context = shop.renderContext(cartPath);
  const cart = await getCart(shop, getCartOwner(await getActor(shop, request)));
  const calculation = cart.lines.length > 0 ? await calculateCart(shop, shop.db, cart) : null;
  const notices = consumeNotices(shop, request, reply);
  const crossSells = await renderCartCrossSells(shop, context, [...new Set(cart.lines.map((line) => line.productId))]);
  const body = <CartPage {...{ shop, context, cart, calculation, notices, crossSells }} />;
  return renderPrivatePage(shop, request, reply, { title: shop.t(texts.title), body });
}

type CartChange<Input> = (owner: CartOwner, input: Input) => Promise<readonly CartNotice[]>;

/** Applies a form to existing lines, then redirects to the cart. No owner means no lines. */
async function changeLines<Input>(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<Input>,
  change: CartChange<Input>,
): Promise<FastifyReply> {
  const input = parseInput(reply, schema, request.body);
  if (input === null) return reply;
  const owner = getCartOwner(await getActor(shop, request));
  if (!owner) return seeOther(reply, cartPath);
  saveNotices(shop, reply, await change(owner, input));
  await shop.hints.refresh(request, reply, toCartHint(await countCart(shop.db, owner)));
  return seeOther(reply, cartPath);
}
