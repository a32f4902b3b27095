export const contentCacheTag = (entryId: number): string => `content:${entryId}`;
/** Cache tag of the texts of all published pages, for the search. */
export const contentTextsCacheTag = 'content-texts';
/** Cache tag of the list of posts and of what lists show of them. All pages of the journal depend on it. */
export const contentPostsCacheTag = 'content-posts';
/**
 * Cache tag of the list of pages, their addresses and titles. All pages of the shop depend on it because of the
 * footer.
 */
export const contentPagesCacheTag = 'content-pages';
