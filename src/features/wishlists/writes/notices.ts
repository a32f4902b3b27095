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

export interface WishlistNotice extends Notice {
  readonly code: WishlistSuccessCode | WishlistFailureCode;
  /** Id of the row (`removed`) or list (`deleted`) that can be restored, or of the target list (`moved`). */
  readonly key?: string | undefined;
  /** Ids of the rows that can be restored, when several were removed. */
  readonly keys?: readonly string[] | undefined;
}

/**
 * Creates the notice about removed rows, with a button to restore them. Leaves the button out for more rows than a
 * notice can contain.
 */
export function createRemovedNotice(itemIds: readonly number[]): WishlistNotice {
  const keys = itemIds.map(String);
  if (keys.length > maxNoticeKeys) return { code: 'removed' };
  return { code: 'removed', ...(keys.length === 1 ? { key: keys[0] } : { keys }) };
}

export const wishlistNoticeCodes: readonly WishlistNotice['code'][] = [
  ...successCodes,
  ...(Object.keys(wishlistErrors.codes) as WishlistFailureCode[]),
];

export const isWishlistSuccess = (code: WishlistNotice['code']): code is WishlistSuccessCode =>
  (successCodes as readonly string[]).includes(code);

/** Formats the sentence of a notice. For a gift, `count` is the number of pieces that are still wanted. */
export function formatWishlistNotice(t: Translate, { code, count = 1, max = 0 }: WishlistNotice): string {
  return t(texts[code], { count, max, left: count });
}

export const toWishlistNotice = ({ code, max, left }: WishlistFailure): WishlistNotice => ({ code, max, count: left });
