import type { Actor } from './actor.ts';

/**
 * Who a history names: an actor, or without one the shop, its jobs, or a shopper who followed a link
 * of a mail.
 */
export type Author =
  | 'shop'
  | 'job'
  | 'shopper'
  | (Pick<Actor, 'name' | 'staffId'> & Partial<Pick<Actor, 'kind' | 'network'>>);

/** What each history stores of its author: the name as it was, and the person. */
export interface AuthorColumns {
  readonly by: string;
  /** Row of `staff_members`; null for others than staff. */
  readonly byStaffId: number | null;
}

/** Returns the two columns. Every writer of a history takes them from here. */
export function toAuthorColumns(author: Author): AuthorColumns {
  return typeof author === 'string' ? { by: author, byStaffId: null } : { by: author.name, byStaffId: author.staffId };
}
