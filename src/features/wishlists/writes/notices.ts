import { maxNoticeKeys, type Notice } from '#platform/http/notices.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { type WishlistFailure, type WishlistFailureCode, wishlistErrors } from '../errors.ts';
import { wishlistTexts as texts } from '../texts.ts';

const successCodes = [
  'added',
  'exists',
  'removed',
  'restored',
  'quantityChanged',
  'noteChanged',
  'sorted',
  'moved',
  'removedEverywhere',
  'created',
  'renamed',
  'privacyChanged',
  'deleted',
  'listRestored',
  'linkRenewed',
  'giftChanged',
  'bought',
  'takenBack',
  'thanked',
  'followed',
  'unfollowed',
  'inCart',
] as const satisfies readonly (keyof typeof texts)[];

export type WishlistSuccessCode = (typeof successCodes)[number];

/** What a page about wishlists says after a form. */
export interface WishlistNotice extends Notice {
  readonly code: WishlistSuccessCode | WishlistFailureCode;
  /** After `removed`, the row, and after `deleted`, the list, that can be restored. After `moved`, the other list. */
  readonly key?: string | undefined;
  /** After `removed`, the rows that can be restored, when there are several. */
  readonly keys?: readonly string[] | undefined;
}

/** Says that rows were removed. Rows of a form can be restored with it; calls may remove more. */
export function createRemovedNotice(itemIds: readonly number[]): WishlistNotice {
  const keys = itemIds.map(String);
  if (keys.length > maxNoticeKeys) return { code: 'removed' };
  return { code: 'removed', ...(keys.length === 1 ? { key: keys[0] } : { keys }) };
}

/** For `consumeNotices` of pages. */
export const wishlistNoticeCodes: readonly WishlistNotice['code'][] = [
  ...successCodes,
  ...(Object.keys(wishlistErrors.codes) as WishlistFailureCode[]),
];

export const isWishlistSuccess = (code: WishlistNotice['code']): code is WishlistSuccessCode =>
  (successCodes as readonly string[]).includes(code);

/** The sentence of a notice. `count` is also what is left of a gift. */
export function formatWishlistNotice(t: Translate, { code, count = 1, max = 0 }: WishlistNotice): string {
  return t(texts[code], { count, max, left: count });
}

export const toWishlistNotice = ({ code, max, left }: WishlistFailure): WishlistNotice => ({ code, max, count: left });
