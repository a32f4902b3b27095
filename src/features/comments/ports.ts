import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** What rules look at. They never see stars: a shop that holds bad reviews misleads its customers. */
export interface JudgedText {
  readonly author: string;
  readonly title: string;
  readonly body: string;
}

/** Looks for spam in what shoppers write. A reason of `spam` is enough, one of `held` lets staff decide. */
export type CommentCheck = (
  shop: Shop,
  text: JudgedText,
) => Promise<readonly { readonly code: string; readonly state: 'held' | 'spam' }[]>;

/** Looks for spam in reviews and comments, besides the shop's own rules. One that fails holds the text. */
export const commentChecks = definePort<CommentCheck>('comments.checks');
