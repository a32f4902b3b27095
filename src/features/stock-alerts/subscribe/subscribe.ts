import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import type { AlertKind, AlertState } from '../contract.ts';
import { type AlertTarget, findTarget } from '../find-target.ts';
import { mailSubscriptionJob } from '../mails/mail-subscription.ts';
import { stockAlertSettings } from '../settings.ts';
import { startWaiting } from '../start-waiting.ts';

/** A new alert whose values are checked and whose owner has consented. */
export interface NewAlert extends AlertTarget {
  readonly kind: AlertKind;
  readonly email: string;
  readonly name: string;
  /** Number in the format E.164, or empty. */
  readonly phone: string;
  readonly phoneMeta: object | null;
  readonly quantity: number | null;
  readonly consentText: string;
}

export type SubscribeResult =
  /** `isConfirmed` is true when the session has proved the email address, so that no mail asks for a confirmation. */
  | { readonly ok: true; readonly isConfirmed: boolean }
  | { readonly ok: false; readonly code: 'PRODUCT_NOT_FOUND' | 'IN_STOCK' | 'PRICE_UNKNOWN' | 'ALREADY_SUBSCRIBED' };

/** Seconds between two mails about the same subscription. */
const resendSeconds = 60;
const dayMs = 24 * 60 * 60_000;

interface AlertValues extends Omit<NewAlert, 'phoneMeta'> {
  readonly phoneMeta: string | null;
  readonly priceBelow: number | null;
  readonly locale: string;
  readonly now: Date;
  readonly mailedAt: Date | null;
  readonly expiresAt: Date;
}

const insertAlert = namedQuery<AlertValues, { id: number }>(
  'stock-alerts.insert-alert',
  `insert into stock_alerts (kind, product_id, variation_id, email, name, phone, phone_meta, quantity, price_below, locale, consent_text, state,
    created_at, confirm_mailed_at, expires_at)
  values ($kind, $productId, $variationId, $email, $name, $phone, $phoneMeta, $quantity, $priceBelow, $locale, $consentText, 'unconfirmed',
    $now, $mailedAt, $expiresAt)
  on conflict do nothing returning id`,
);

const lockLiveAlert = sqlQuery<{ id: number; state: AlertState; confirmMailedAt: Date | null }>(
  'stock-alerts.lock-live-alert',
  `select id, state, confirm_mailed_at as "confirmMailedAt" from stock_alerts
  where email_key = lower($1) and product_id = $2 and coalesce(variation_id, 0) = coalesce($3::integer, 0) and kind = $4
    and state in ('unconfirmed', 'waiting') for update`,
);

const markMailed = sqlQuery(
  'stock-alerts.mark-confirm-mailed',
  'update stock_alerts set confirm_mailed_at = $2 where id = $1',
);

/**
 * Stores an alert. Unless `tellsSubscribed` is set, the result doesn't reveal whether the email address was
 * subscribed before: only the mail tells its owner. An alert with the verified address of the signed-in customer
 * waits at once; all others are confirmed by a mailed link.
 */
export async function subscribe(
  shop: Shop,
  alert: NewAlert,
  customer: ActingCustomer | null,
): Promise<SubscribeResult> {
  const refusal = await refuseTarget(shop, alert);
  if (refusal.code !== null) return { ok: false, code: refusal.code };
  const owner =
    customer?.isEmailVerified && customer.email.toLowerCase() === alert.email.toLowerCase() ? customer : null;
  return inTransaction(shop.db, async (tx) => {
    const id = await insertNew(shop, tx, alert, { isConfirmed: owner !== null, priceBelow: refusal.priceBelow });
    if (owner !== null) return waitAtOnce(shop, tx, alert, id, owner);
    if (id !== null) await enqueueMail(shop, tx, id);
    const isKnown = id === null && (await mailAgain(shop, tx, alert)) === 'waiting';
    return isKnown && shop.settings(stockAlertSettings).tellsSubscribed
      ? { ok: false, code: 'ALREADY_SUBSCRIBED' }
      : { ok: true, isConfirmed: false };
  });
}

async function refuseTarget(shop: Shop, { kind, ...target }: NewAlert) {
  const { onBackorder } = shop.settings(stockAlertSettings);
  const found = await findTarget(shop.db, target, { onBackorder, now: shop.clock.now() });
  if (found === null) return { code: 'PRODUCT_NOT_FOUND', priceBelow: null } as const;
  if (kind === 'stock') return { code: found.isAvailable ? 'IN_STOCK' : null, priceBelow: null } as const;
  return found.price === null || found.price === 0
    ? ({ code: 'PRICE_UNKNOWN', priceBelow: null } as const)
    : ({ code: null, priceBelow: found.price } as const);
}

/** @returns null when this email address has the same alert already */
async function insertNew(
  { clock, settings, choices }: Shop,
  tx: Tx,
  alert: NewAlert,
  { isConfirmed, priceBelow }: { readonly isConfirmed: boolean; readonly priceBelow: number | null },
): Promise<number | null> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + settings(stockAlertSettings).confirmDays * dayMs);
  const phoneMeta = alert.phoneMeta && JSON.stringify(alert.phoneMeta);
  const times = { now, mailedAt: isConfirmed ? null : now, expiresAt };
  const [inserted] = await insertAlert(tx, { ...alert, phoneMeta, priceBelow, locale: choices.locale, ...times });
  return inserted?.id ?? null;
}

async function waitAtOnce(
  shop: Shop,
  tx: Tx,
  alert: NewAlert,
  newId: number | null,
  { id: customerId }: ActingCustomer,
): Promise<SubscribeResult> {
  const live = newId === null ? await findLive(tx, alert) : null;
  const id = newId ?? live?.id;
  if (live?.state === 'waiting' && shop.settings(stockAlertSettings).tellsSubscribed)
    return { ok: false, code: 'ALREADY_SUBSCRIBED' };
  // A wave locks the stock before waiting alerts. To keep this order, the stock is not locked after an alert that is
  // waiting already.
  if (id !== undefined && live?.state !== 'waiting') await startWaiting(shop, tx, id, customerId);
  return { ok: true, isConfirmed: true };
}

const findLive = async (tx: Db, { email, productId, variationId, kind }: NewAlert) =>
  (await lockLiveAlert(tx, [email, productId, variationId, kind]))[0];

/** Mails the confirmation link again, or says that the alert is already waiting; at most one mail per minute. */
async function mailAgain(shop: Shop, tx: Tx, alert: NewAlert): Promise<AlertState | null> {
  const live = await findLive(tx, alert);
  if (!live) return null;
  const earliest = (live.confirmMailedAt?.getTime() ?? 0) + resendSeconds * 1000;
  if (shop.clock.now().getTime() < earliest) return live.state;
  await markMailed(tx, [live.id, shop.clock.now()]);
  await enqueueMail(shop, tx, live.id);
  return live.state;
}

const enqueueMail = (shop: Shop, tx: Tx, alert: number) =>
  shop.jobs.add(tx, mailSubscriptionJob, { alert, at: shop.clock.now().toISOString() });
