import { variationPath } from '#features/catalog/index.ts';
import { getWishlistPath, type WishlistItem, wishlistPath } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MailBlock, MailContent } from '#platform/mail/kit/mail-content.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { WishlistNews } from './find-news.ts';
import { wishlistMailTexts as texts } from './texts.ts';

/** @param stopUrl absolute address at which the customer unsubscribes from these mails */
export function composeNews(
  { t, choices: { currency, locale } }: Shop,
  { cheaper, back, followed }: WishlistNews,
  stopUrl: string,
): MailContent {
  const price = (amount: number) => formatMoney({ amount, currency }, locale);
  const cheaperItems = cheaper.map(({ item, before, now }) => ({
    text: t(texts.cheaperItem, { name: getName(item), before: price(before), now: price(now) }),
    href: getPath(item),
  }));
  const backItems = back.map((item) => ({ text: t(texts.backItem, { name: getName(item) }), href: getPath(item) }));
  const lists = followed.map(({ name, token, count }) => ({
    text: t(texts.followedList, { list: name, count }),
    href: getWishlistPath(token),
  }));
  return {
    title: t(texts.heading),
    blocks: [
      ...listLinks(t(texts.cheaper), cheaperItems),
      ...listLinks(t(texts.back), backItems),
      ...listLinks(t(texts.followed), lists),
      { kind: 'button', text: t(texts.button), href: wishlistPath },
      { kind: 'line' },
      { kind: 'small', text: t(texts.why) },
      { kind: 'link', text: t(texts.stop), href: stopUrl },
    ],
  };
}

/** Maximum number of links in one part of the mail. The button leads to all lists. */
const maxLinks = 30;

function listLinks(heading: string, links: readonly { readonly text: string; readonly href: string }[]): MailBlock[] {
  const distinct = [...new Map(links.map((link) => [`${link.href} ${link.text}`, link])).values()];
  if (distinct.length === 0) return [];
  return [
    { kind: 'heading', text: heading },
    ...distinct.slice(0, maxLinks).map((link) => ({ kind: 'link', ...link }) as const),
  ];
}

const getName = ({ name, options }: WishlistItem): string => [name, ...options.map(({ value }) => value)].join(', ');

const getPath = ({ slug, productId, variationId, choices }: WishlistItem): string =>
  slug === null ? wishlistPath : variationPath(slug, variationId === productId ? null : variationId, choices);
