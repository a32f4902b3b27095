import type { ListExtension } from './lists/extend-list.ts';

/** What features add to a page of another one: each kind is made by its function. */
export type AdminExtension = ListExtension;
