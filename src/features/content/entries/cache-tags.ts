/** An entry as shoppers see it. */
export const contentCacheTag = (entryId: number): string => `content:${entryId}`;
/** The texts of all published pages, for what searches them. */
export const contentTextsCacheTag = 'content-texts';
/** Which posts there are, and what lists say of them. All pages of the journal depend on it. */
export const contentPostsCacheTag = 'content-posts';
/** Which pages there are, their addresses and titles. All pages of the shop depend on it by their footer. */
export const contentPagesCacheTag = 'content-pages';
