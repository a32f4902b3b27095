import { z } from 'zod';
import { cartPath, isRequestKey, requestKeyField, toCartHint } from '#features/cart/index.ts';
import { productPath } from '#features/catalog/index.ts';
import { defineMutation, type Refusal } from '#platform/mutations/mutation.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { keepOwnerCookie, resolveOwner } from '#platform/sessions/owner.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { findVisibleOrder } from '../access/find-visible-order.ts';
import { orderPath, reorderPath } from '../contract.ts';
import { orderErrors } from '../errors.ts';
import { orderStyles } from '../pages/order-page.tsx';
import { orderTexts as texts } from '../texts.ts';
import { type LeftOutLine, type ReorderResult, reorder } from './reorder.ts';

const limit = { name: 'reorders', seconds: 60 * 60, max: 30 };

type ReorderMutationResult =
  | ({ readonly ok: true; readonly token: string } & ReorderResult)
  | Refusal<'not_found' | 'TOO_MANY_REORDERS'>;

/** Adds the items of an order that can still be bought to the actor's cart. */
export const reorderMutation = defineMutation({
  name: 'orders.reorder',
  description: 'Adds the lines of an order that can still be bought to the cart.',
  schema: z.object({
    [requestKeyField]: z.string().max(80).optional().describe('Of the page: repeated with it, the form adds once'),
  }),
  errors: orderErrors,
  run: async ({ shop, request, reply }, { [requestKeyField]: sentKey = '' }): Promise<ReorderMutationResult> => {
    const access = await findVisibleOrder(shop, request, reply);
    if (!access.ok) return { ok: false, code: 'not_found' };
    // Only existing orders are counted, so that guessed tokens write nothing.
    const allowance = await shop.limits.consume([{ limit, key: String(access.order.id) }]);
    if (!allowance.ok) return { ok: false, code: 'TOO_MANY_REORDERS' };
    const owner = await resolveOwner(shop, request);
    const result = await reorder(shop, owner, access.order, isRequestKey(sentKey) ? sentKey : null);
    if (result.cart) keepOwnerCookie(shop, request, reply, owner);
    return { ok: true, token: access.order.token, ...result };
  },
  hint: (_, { cart }) => cart && toCartHint(cart),
  form: {
    path: reorderPath(':token'),
    success: ({ shop }, { token, ...result }) => {
      const count = result.added.reduce((sum, { quantity }) => sum + quantity, 0);
      if (result.leftOut.length === 0) return { redirectTo: cartPath, notices: [{ code: 'added', count }] };
      const context = shop.renderContext(orderPath(token));
      const title = shop.t(texts.reorderTitle);
      const body = <ReorderPage context={context} token={token} result={result} />;
      return { page: { title, styles: orderStyles, body }, headers: { 'referrer-policy': 'same-origin' } };
    },
  },
});

interface ReorderPageProps {
  readonly context: RenderContext;
  readonly token: string;
  readonly result: ReorderResult;
}

function ReorderPage({ context: { t }, token, result: { added, leftOut } }: ReorderPageProps) {
  return (
    <div className="wrap wrap--narrow order">
      <PageHead title={t(texts.reorderTitle)} lead={t(added.length > 0 ? texts.reorderSome : texts.reorderNone)} />
      {added.length > 0 && (
        <section className="order__part">
          <h2>{t(texts.reorderAdded)}</h2>
          <ul>
            {added.map(({ key, name, quantity }) => (
              <li key={key}>
                {name} {t(texts.times, { quantity })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="order__part">
        <h2>{t(texts.reorderLeftOut)}</h2>
        <ul className="stack">
          {leftOut.map(({ line, slug, failure }) => (
            <li key={line.key}>
              {slug === null ? line.name : <a href={productPath(slug)}>{line.name}</a>}:{' '}
              {describeReason(t, { slug, failure })}
            </li>
          ))}
        </ul>
      </section>
      <p>
        {added.length > 0 && <ButtonLink href={cartPath}>{t(texts.viewCart)}</ButtonLink>}{' '}
        <ButtonLink look="quiet" href={orderPath(token)}>
          {t(texts.viewOrder)}
        </ButtonLink>
      </p>
    </div>
  );
}

function describeReason(t: RenderContext['t'], { slug, failure }: Pick<LeftOutLine, 'slug' | 'failure'>): string {
  if (slug === null) return t(texts.reorderGone);
  return failure ? t(failure.text, failure.values) : t(texts.reorderChanged);
}
