import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addToCart, cartPath, getCart, reserveNewCart, toCartHint } from '#features/cart/index.ts';
import { getPurchasableVariations, productPath, variationPath } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { formatMoney } from '#platform/money/money.ts';
import { defineMutation, type Mutation, type MutationCall } from '#platform/mutations/mutation.ts';
import type { Hint } from '#platform/sessions/hint.ts';
import { keepOwnerCookie, type Owner, resolveOwner } from '#platform/sessions/owner.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { alertPath } from '../contract.ts';
import { endAlert } from '../end-alert.ts';
import { formatTarget } from '../find-target.ts';
import { formatUntil } from '../mails/compose-alert.ts';
import { alertPageStyles } from '../parts/form-page.tsx';
import { type AlertEntry, findAlert } from '../read-alerts.ts';
import { reserveUnit } from '../reserve/reservations.ts';
import { stockAlertSettings } from '../settings.ts';
import { startWaiting } from '../start-waiting.ts';
import { stockAlertTexts as texts } from '../texts.ts';
import { createAlertPath, readAlertLink } from './alert-links.ts';

/**
 * Registers the page of a mailed link. Opening it changes nothing, because programs that scan mails open links too.
 */
export function registerAlertPage(app: FastifyInstance, shop: Shop): void {
  for (const path of [alertPath, `${alertPath}/stop`])
    app.get(path, async (request, reply) => {
      const id = readAlertLink(shop, request.params);
      const alert = id === null ? null : await findAlert(shop, id);
      if (alert === null) return reply.callStatusPage(404);
      return renderPrivatePage(shop, request, reply, createAlertView(shop, alert));
    });
}

type Action = 'confirm' | 'stop' | 'again' | 'reserve';

/**
 * Defines the action of a button on the page. The signed link alone identifies the alert, since mail programs post
 * without cookies.
 */
function defineAlertMutation(
  action: Action,
  description: string,
  run: (call: MutationCall, alertId: number) => Promise<Hint | null>,
): Mutation {
  return defineMutation({
    name: `stock-alerts.${action}-alert`,
    description,
    schema: z.unknown(),
    run: async (call: MutationCall) => {
      const { shop, request } = call;
      const id = readAlertLink(shop, request.params);
      if (id === null) return { ok: false, code: 'not_found' } as const;
      const hint = await run(call, id);
      const alert = await findAlert(shop, id);
      return alert === null ? ({ ok: false, code: 'not_found' } as const) : ({ ok: true, alert, hint } as const);
    },
    hint: (_, { hint }) => hint,
    // Mail programs may send `multipart/form-data`.
    files: () => ({ maxBytes: 0, maxFiles: 0 }),
    form: {
      path: `${alertPath}/${action}`,
      success: ({ shop }, { alert, hint }) => ({ page: createAlertView(shop, alert, hint !== null) }),
    },
  });
}

async function confirmAlert({ shop }: MutationCall, id: number): Promise<null> {
  await inTransaction(shop.db, (tx) => startWaiting(shop, tx, id, null));
  return null;
}

async function stopAlert({ shop }: MutationCall, id: number): Promise<null> {
  await inTransaction(shop.db, (tx) => endAlert(shop, tx, id, 'unsubscribed'));
  return null;
}

export const alertMutations = [
  defineAlertMutation('confirm', 'Confirms the alert of a mailed link: the address waits from now on.', confirmAlert),
  defineAlertMutation(
    'again',
    'Puts an alert that was mailed back to its place, when all is sold out again.',
    confirmAlert,
  ),
  defineAlertMutation('stop', 'Ends the alert of a mailed link.', stopAlert),
  defineAlertMutation('reserve', 'Reserves the unit that a mail keeps, and puts it into the cart.', reserveIntoCart),
];

function createAlertView(shop: Shop, alert: AlertEntry, isInCart = false): PrivateView {
  const { t } = shop;
  const product = formatTarget(alert);
  const title = t(texts.alertTitle, { product });
  const path = createAlertPath(shop, alert.id);
  const { main, others } = listActions(shop, alert);
  const body = (
    <div className="wrap wrap--text">
      <header className="page-head">
        <h1>{title}</h1>
        <p className="lead" role="status">
          {describeAlert(shop, alert, product)}
        </p>
      </header>
      <div className="stack">
        {alert.place !== null && <p>{t(texts.place, { place: alert.place })}</p>}
        {isInCart && (
          <p>
            <ButtonLink href={cartPath}>{t(texts.toCart)}</ButtonLink>
          </p>
        )}
        {main && !isInCart && <AlertButton path={path} action={main} label={t(texts[main])} />}
        {alert.slug !== null && (
          <p>
            <a href={getProductPath(alert.slug, alert)}>{t(texts.toProduct)}</a>
          </p>
        )}
        {others.map((action) => (
          <AlertButton key={action} path={path} action={action} label={t(texts[action])} isQuiet />
        ))}
      </div>
    </div>
  );
  return { title, styles: alertPageStyles, body };
}

const getProductPath = (slug: string, { variationId, productId }: AlertEntry): string =>
  variationId === null || variationId === productId ? productPath(slug) : variationPath(slug, variationId);

function AlertButton({
  path,
  action,
  label,
  isQuiet = false,
}: {
  readonly path: string;
  readonly action: Action;
  readonly label: string;
  readonly isQuiet?: boolean;
}) {
  return (
    <form method="post" action={`${path}/${action}`}>
      <Button look={isQuiet ? 'quiet' : 'strong'}>{label}</Button>
    </form>
  );
}

function listActions(
  shop: Shop,
  { state, isAvailable, keptUntil, reservedUntil }: AlertEntry,
): { readonly main: Action | null; readonly others: readonly Action[] } {
  if (state === 'unconfirmed') return { main: 'confirm', others: ['stop'] };
  if (state === 'waiting') return { main: null, others: ['stop'] };
  if (state === 'ended') return { main: null, others: [] };
  const canReserve = shop.settings(stockAlertSettings).reserves && isAvailable && keptUntil !== null;
  if (canReserve || reservedUntil !== null) return { main: 'reserve', others: ['stop'] };
  return { main: isAvailable ? null : 'again', others: ['stop'] };
}

function describeAlert(shop: Shop, alert: AlertEntry, product: string): string {
  const { t, choices } = shop;
  const { state, kind, isAvailable, priceBelow, keptUntil, reservedUntil } = alert;
  if (reservedUntil !== null) return t(texts.reserved, { product, until: formatUntil(shop, reservedUntil) });
  if (keptUntil !== null && isAvailable && shop.settings(stockAlertSettings).reserves)
    return t(texts.kept, { product, until: formatUntil(shop, keptUntil) });
  if (state === 'waiting' && kind === 'price') {
    const money = { amount: priceBelow ?? 0, currency: choices.currency };
    return t(texts.waitingForPrice, { product, price: formatMoney(money, choices.locale) });
  }
  if (state === 'mailed') return t(isAvailable || kind === 'price' ? texts.mailed : texts.soldOutAgain, { product });
  return t(texts[state], { product });
}

/**
 * Reserves the unit held for a mail for the visitor who presses the button of the link, and adds it to the visitor's
 * cart.
 * @returns fields of the hint cookie; null when nothing was added, for example because the product has required
 * add-ons
 */
async function reserveIntoCart({ shop, request, reply }: MutationCall, alertId: number): Promise<Hint | null> {
  if (!shop.settings(stockAlertSettings).reserves) return null;
  const owner = await resolveOwner(shop, request);
  const variationId = await inTransaction(shop.db, (tx) => reserveUnit(shop, tx, alertId, owner));
  if (variationId === null) return null;
  keepOwnerCookie(shop, request, reply, owner);
  const cart = await getCart(shop, owner);
  if (cart.lines.some(({ variation }) => variation?.variationId === variationId)) return toCartHint(cart);
  const allowance = await reserveNewCart(shop, owner, request.ip);
  const added = allowance.ok ? await addUnit({ shop, owner }, variationId) : null;
  if (added?.ok) return toCartHint(added.cart);
  if (allowance.ok) await allowance.giveBack();
  return null;
}

async function addUnit(
  { shop, owner }: Pick<MutationCall, 'shop'> & { readonly owner: Owner },
  variationId: number,
): ReturnType<typeof addToCart> {
  const variation = (await getPurchasableVariations(shop.db, [variationId], shop.clock.now())).get(variationId);
  const { productId = variationId, options = [] } = variation ?? {};
  const chosen = options.flatMap(({ attribute, term }) => (term ? [[attribute, term.slug] as const] : []));
  const isOwn = variationId === productId;
  const item = {
    ...{ productId, variationId: isOwn ? null : variationId, quantity: 1 },
    chosen: isOwn ? {} : Object.fromEntries(chosen),
  };
  return addToCart(shop, owner, { items: [item], form: {} });
}
