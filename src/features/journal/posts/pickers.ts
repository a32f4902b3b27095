import { createNamePicker } from '#platform/forms/name-picker.ts';

const ofKind = (kind: string) => `(select * from journal_terms where kind = '${kind}') c`;
export const categoryPicker = createNamePicker('journal', 'categories', ofKind('category'));
export const tagPicker = createNamePicker('journal', 'tags', ofKind('tag'));
export const authorPicker = createNamePicker('journal', 'authors', 'journal_authors c');
/**
 * Picks staff by the name or number of their account: staff who write content may not see email addresses. Former
 * members of staff are not found.
 */
export const staffPicker = createNamePicker(
  'journal',
  'staff',
  `(select s.id, coalesce(nullif(a.name, ''), '#' || s.id) as name from staff_members s join customers a on a.id = s.customer_id
    where s.left_at is null) c`,
);
