import type { Shop } from '#platform/features/shop.ts';
import { formatMoney, type Money } from '#platform/money/money.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { formatMoment, getDateFormat } from '#platform/texts/formats.ts';
import type { Translate } from '#platform/texts/texts.ts';

export interface ListContext {
  readonly shop: Shop;
  readonly t: Translate;
  readonly actor: Actor;
  readonly now: Date;
  readonly money: (money: Money) => string;
  /** Formats the day, such as `5 Dec 2026`. */
  readonly date: (date: Date) => string;
  readonly time: (date: Date) => string;
}

export function createListContext(shop: Shop, actor: Actor): ListContext {
  const { locale } = shop.choices;
  return {
    ...{ shop, actor, t: shop.t, now: shop.clock.now() },
    money: (money) => formatMoney(money, locale),
    date: (date) => getDateFormat(locale, { dateStyle: 'medium' }).format(date),
    time: (date) => formatMoment(date, locale),
  };
}
