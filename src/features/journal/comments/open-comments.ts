import { commentSettings, type EntryComments } from '#features/comments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PostFacts } from '../posts/find-posts.ts';
import { journalSettings } from '../settings.ts';

/** Whether readers can comment: the settings of the shop and the post allow it. */
export const isOpenFor = ({ settings }: Pick<Shop, 'settings'>, { isOpen }: Pick<PostFacts, 'isOpen'>): boolean =>
  isOpen && settings(journalSettings).comments && settings(commentSettings).isOpen;

/** One page of the comments of a post. */
export interface ShownComments {
  readonly found: EntryComments;
  readonly page: number;
}
