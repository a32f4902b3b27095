import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cartRemovePath, countCart, getCart, lineKeyField, toCartHint } from '#features/cart/index.ts';
import type { ApiOperation } from '#platform/api/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { callErrors } from '#platform/http/errors.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { sendFailure } from '#platform/http/replies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import type { Hint } from '#platform/sessions/hint.ts';
import { getOwner, keepOwnerCookie, resolveOwner } from '#platform/sessions/owner.ts';
import { Button } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { getEndpointParameter } from './contract.ts';
import { fragmentsReply } from './endpoints/endpoint.ts';
import { endpoints } from './endpoints/endpoints.ts';
import { cartAjaxTexts as texts } from './texts.ts';

/** Registers the calls that scripts send by POST to the start page, and the page to which links for removing lead. */
export function registerCartAjax(app: FastifyInstance, shop: Shop): void {
  app.post('/', { config: { multipart: true, api: describeEndpoints(shop) } }, (request, reply) =>
    runEndpoint(shop, request, reply),
  );
  app.get(cartRemovePath, (request, reply) => showRemovePage(shop, request, reply));
}

function describeEndpoints({ wire }: Shop): ApiOperation {
  const name = z.enum(Object.keys(endpoints)).describe('Name of the endpoint');
  return {
    name: 'cart-ajax.run-endpoint',
    description: 'Runs an endpoint for scripts of a shop that moved here. Failures of the cart have status 200.',
    query: z.object({ [getEndpointParameter(wire)]: name }),
    response: z.union([
      fragmentsReply,
      z.strictObject({ error: z.literal(true), product_url: z.string().describe('Path of the product') }),
      z.strictObject({ success: z.literal(false) }),
      z.strictObject({
        result: z.enum(['success', 'failure']),
        messages: z.string(),
        reload: z.enum(['true', 'false']),
        fragments: z.record(z.string(), z.string()),
      }),
    ]),
    errors: { unknown_action: callErrors.codes.unknown_action },
    isPersonal: true,
  };
}

async function runEndpoint(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = request.query as Readonly<Record<string, unknown>>;
  const name = String(query[getEndpointParameter(shop.wire)] ?? '');
  const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
  if (!endpoint) return sendFailure(reply, 400, 'unknown_action', 'There is no such endpoint.');
  const { body } = request;
  const fields = typeof body === 'object' && body !== null ? { ...query, ...body } : query;
  const owner = await resolveOwner(shop, request);
  let hint: Hint = {};
  const addHint = (added: Hint) => {
    hint = { ...hint, ...added };
  };
  const answer = await endpoint({ shop, request, reply, owner, addHint }, fields);
  const cart = await countCart(shop.db, owner);
  if (cart.version > 0) keepOwnerCookie(shop, request, reply, owner);
  await shop.hints.refresh(request, reply, { ...hint, ...toCartHint(cart) });
  reply.header('cache-control', 'no-store');
  if (typeof answer === 'string') return reply.type('text/html; charset=utf-8').send(answer);
  // Scripts ignore replies of another type.
  return reply.type('application/json; charset=utf-8').send(answer);
}

/** Shows the form that removes a line, because following a link must not change data. */
async function showRemovePage(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { [lineKeyField]: key } = request.query as Readonly<Record<string, unknown>>;
  const cart = await getCart(shop, getOwner(await getActor(shop, request)));
  const line = cart.lines.find((each) => each.key === key);
  const title = shop.t(texts.removeTitle);
  const body = (
    <div className="wrap">
      <PageHead title={title} />
      {line ? (
        <form method="post" action={cartRemovePath}>
          <p>{shop.t(texts.removeQuestion, { name: line.name })}</p>
          <Button name={lineKeyField} value={line.key}>
            {shop.t(texts.removeButton)}
          </Button>
        </form>
      ) : (
        <p>{shop.t(texts.removeUnknown)}</p>
      )}
    </div>
  );
  return renderPrivatePage(shop, request, reply, { title, body });
}
