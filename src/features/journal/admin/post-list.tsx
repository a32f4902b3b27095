import { sql } from 'drizzle-orm';
import {
  contentPath,
  createEntry,
  type Entry,
  EntryState,
  entryListParts,
  slugField,
} from '#features/content/index.ts';
import { defineAdminForm, getFormPath } from '#platform/admin/forms/form.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { line } from '#platform/forms/kinds.ts';
import { slugify } from '#platform/texts/slugs.ts';
import { adminPostsPath, postPath } from '../paths.ts';
import { authorPicker, categoryPicker, tagPicker } from '../posts/pickers.ts';
import { journalAdminTexts as texts } from './texts.ts';

const findTitle = sqlQuery<{ title: string; slug: string }>(
  'journal.find-title',
  `select title, slug from content_entries where id = $1 and kind = 'post'`,
);

/** Creates a post with a title, then redirects to the editor of its entry. */
export const newPostForm = defineAdminForm({
  name: 'journal.create-post',
  description: 'Creates a post, which is a draft until it is published.',
  path: `${adminPostsPath}/:id`,
  requires: 'content.write',
  subject: 'content',
  create: texts.newPost,
  back: { path: adminPostsPath, text: texts.posts },
  fields: (shop, _post: null) => ({
    title: line({ label: shop.t(texts.title), required: true, max: 200 }),
    slug: slugField(shop),
  }),
  load: async (_shop, db, id) => {
    if (id === null) return { values: { title: '', slug: '' }, subject: null, label: '' };
    const [post] = await findTitle(db, [id]);
    return post ? { values: { title: post.title, slug: post.slug }, subject: null, label: post.title } : null;
  },
  save: async (shop, tx, { title, slug }, { id }, actor) => {
    const refuse = { ok: false, problems: [{ field: 'slug', message: shop.t(texts.ADDRESS_TAKEN) }] } as const;
    if (id !== null) return refuse;
    const empty = { lead: '', description: '', imageId: null, place: 'none', isListed: true } as const;
    const content = { ...empty, title, tree: { version: 1, blocks: [] } } as const;
    const address = slug || slugify(title).slice(0, 100);
    const created = await createEntry(shop, tx, { kind: 'post', slug: address }, content, actor);
    return created ? { ok: true, id: created.id } : refuse;
  },
  after: (id) => `${contentPath}/${id}`,
});

type EntryKey = 'id' | 'slug' | 'title' | 'draftId' | 'publishedId' | 'scheduledAt' | 'changedAt';
interface PostRow extends Pick<Entry, EntryKey> {
  readonly datedAt: Date | null;
  readonly author: string | null;
  readonly categories: string | null;
}

// The author and the categories come from the draft, as in the editor.
const select = sql`e.id, e.slug, e.title, e.draft_id as "draftId", e.published_id as "publishedId", e.scheduled_at as "scheduledAt", e.changed_at as "changedAt",
  (select p.dated_at from journal_posts p where p.entry_id = e.id and p.is_published) as "datedAt",
  (select a.name from content_revisions r join journal_authors a on a.id = (r.details ->> 'author')::integer where r.id = e.draft_id) as author,
  (select string_agg((select t.name from journal_terms t where t.id = named.id::integer), ', ') from content_revisions r
    cross join lateral jsonb_array_elements_text(coalesce(r.details -> 'categories', '[]')) named (id) where r.id = e.draft_id) as categories`;

const hasTerm = (ids: readonly number[]) =>
  sql`e.id in (select pt.entry_id from journal_post_terms pt where pt.term_id = any(${sql.param(ids)}::integer[]))`;

export const postList = defineAdminList<PostRow>({
  name: 'journal.posts',
  path: adminPostsPath,
  requires: 'content.read',
  texts: { title: texts.posts, count: texts.postCount, empty: texts.noPosts },
  source: {
    ...{ from: sql`(select * from content_entries where kind = 'post') e`, id: sql`e.id`, select },
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest, by: sql`e.changed_at` },
        ...{ type: 'timestamptz', direction: 'desc' },
      },
      title: {
        ...{ title: texts.alphabetical, reversedTitle: texts.reversed, by: sql`e.title` },
        ...{ type: 'text', direction: 'asc' },
      },
    },
    allowedFullScans: {
      content_entries: 'a shop has some hundreds of posts',
      journal_post_terms: 'some for each post',
      journal_posts: 'a shop has some hundreds of posts',
    },
  },
  columns: {
    title: { title: texts.title, cell: ({ title }) => title, sort: 'title', onPhone: 'title' },
    state: { title: texts.state, cell: (post, { t }) => <EntryState t={t} entry={post} />, onPhone: 'badge' },
    author: { title: texts.author, cell: ({ author }) => author },
    categories: { title: texts.categories, cell: ({ categories }) => categories },
    date: { title: texts.date, cell: ({ datedAt }, { time }) => datedAt && time(datedAt), onPhone: 'value' },
    changed: { title: texts.changed, cell: ({ changedAt }, { time }) => time(changedAt), sort: 'newest' },
    address: { title: texts.address, cell: ({ slug }) => postPath(slug), isHidden: true },
  },
  filters: {
    state: entryListParts.stateFilter,
    category: { kind: 'record', title: texts.category, picker: categoryPicker, where: hasTerm },
    tag: { kind: 'record', title: texts.tag, picker: tagPicker, where: hasTerm },
    author: {
      ...{ kind: 'record', title: texts.author, picker: authorPicker },
      where: (ids: readonly number[]) =>
        sql`e.id in (select p.entry_id from journal_posts p where p.author_id = any(${sql.param(ids)}::integer[]))`,
    },
  },
  search: { ...entryListParts.search, sample: 'kiln' },
  views: entryListParts.views,
  open: ({ id }) => `${contentPath}/${id}`,
  create: { text: texts.newPost, path: getFormPath(newPostForm, null), requires: newPostForm.requires },
});
