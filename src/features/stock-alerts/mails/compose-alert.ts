import { type PurchasableVariation, variationPath } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MailBlock } from '#platform/mail/kit/mail-content.ts';
import type { MailMessage } from '#platform/mail/message.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import type { AlertKind, AlertState } from '../contract.ts';
import { formatTarget } from '../find-target.ts';
import { createAlertPath, createStopUrl } from '../links/alert-links.ts';
import { stockAlertSettings } from '../settings.ts';
import { stockAlertTexts as texts } from '../texts.ts';

/** A mail of a rise that is to be sent. */
export interface DueMail {
  readonly id: number;
  readonly alertId: number;
  readonly riseId: number;
  readonly stockId: number;
  readonly variationId: number;
  readonly wave: number;
  /** Time from the sending on, since a mail may wait for days for the mail server. */
  readonly holdUntil: Date;
  readonly kind: AlertKind;
  readonly email: string;
  readonly locale: string;
  readonly state: AlertState;
  readonly createdAt: Date;
  readonly priceBelow: number | null;
  /** Number of mails in the same wave. */
  readonly units: number;
}

/** Composes the mail for each receiver when it is sent, so that its content is current. */
export function composeAlert(shop: Shop, mail: DueMail, offer: PurchasableVariation): Omit<MailMessage, 'id'> {
  const { t, choices } = shop;
  const { variationId, productId, slug } = offer;
  const choice = offer.options.flatMap(({ term }) => term?.name ?? []).join(', ');
  const product = formatTarget({ name: offer.name, choice });
  const { subject, blocks } =
    mail.kind === 'stock' ? composeBack(shop, mail, product) : composeCheaper(shop, mail, product, offer);
  const rendered = shop.renderMail({
    title: subject,
    blocks: [
      ...blocks,
      { kind: 'button', text: t(texts.buy), href: variationPath(slug, variationId === productId ? null : variationId) },
      { kind: 'line' },
      { kind: 'small', text: t(texts.why, { date: formatDate(shop, mail.createdAt) }) },
      { kind: 'link', text: t(texts.stopLink), href: createAlertPath(shop, mail.alertId) },
    ],
  });
  return {
    to: mail.email,
    replyTo: choices.email,
    subject,
    unsubscribeUrl: createStopUrl(shop, mail.alertId),
    ...rendered,
  };
}

/** Formats a time as '3 March at 14:30 UTC'. */
export const formatUntil = ({ choices: { locale } }: Shop, until: Date): string =>
  getDateFormat(locale, {
    ...{ day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' },
  }).format(until);

interface Part {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
}

function composeBack(shop: Shop, { alertId, units, holdUntil }: DueMail, product: string): Part {
  const { t } = shop;
  const until = formatUntil(shop, holdUntil);
  return {
    subject: t(texts.backSubject, { product }),
    blocks: [
      { kind: 'paragraph', text: t(texts.backText, { product }) },
      { kind: 'paragraph', text: t(texts.backUnits, { units, until }) },
      ...(shop.settings(stockAlertSettings).reserves
        ? [
            { kind: 'paragraph', text: t(texts.backReserve) } as const,
            { kind: 'button', text: t(texts.reserve), href: createAlertPath(shop, alertId) } as const,
          ]
        : []),
    ],
  };
}

function composeCheaper(shop: Shop, { priceBelow }: DueMail, product: string, { price }: PurchasableVariation): Part {
  const { t, choices } = shop;
  const show = (amount: number) =>
    formatMoney({ amount, currency: price?.currency ?? choices.currency }, choices.locale);
  const text = t(texts.cheaperText, { product, now: show(price?.current ?? 0), before: show(priceBelow ?? 0) });
  return { subject: t(texts.cheaperSubject, { product }), blocks: [{ kind: 'paragraph', text }] };
}

const formatDate = ({ choices: { locale } }: Shop, date: Date): string =>
  getDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
