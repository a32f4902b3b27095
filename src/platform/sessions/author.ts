import type { Actor } from './actor.ts';

/**
 * The author of a history entry: an actor, or without an actor the shop, its jobs, or a shopper who followed a link
 * in a mail.
 */
export type Author =
  | 'shop'
  | 'job'
  | 'shopper'
  | (Pick<Actor, 'name' | 'staffId'> & Partial<Pick<Actor, 'kind' | 'network'>>);

/** Columns of each history for its author: the name at that time, and the person. */
export interface AuthorColumns {
  readonly by: string;
  /** Id in `staff_members`; null for authors other than staff. */
  readonly byStaffId: number | null;
}

/** Returns the two columns. Every insert into a history must use this function. */
export function toAuthorColumns(author: Author): AuthorColumns {
  return typeof author === 'string' ? { by: author, byStaffId: null } : { by: author.name, byStaffId: author.staffId };
}
