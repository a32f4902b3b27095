import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** The text that rules examine. It excludes the stars: a shop that holds bad reviews misleads its customers. */
export interface JudgedText {
  readonly author: string;
  readonly title: string;
  readonly body: string;
}

/** Examines a comment for spam. One reason `spam` marks it as spam; a reason `held` lets staff decide. */
export type CommentCheck = (
  shop: Shop,
  text: JudgedText,
) => Promise<readonly { readonly code: string; readonly state: 'held' | 'spam' }[]>;

/**
 * Checks reviews and comments for spam, in addition to the shop's own rules. A check that fails holds the comment.
 */
export const commentChecks = definePort<CommentCheck>('comments.checks');
