import {
  type ContentPart,
  contentParts,
  type EntryContent,
  findEntryDetails,
  readDetails,
  sortValues,
} from '#features/content/index.ts';
import { type Db, inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type ContentFile, type FileEntry, fileFormat, fileKinds } from './content-file.ts';
import { namePictures, toNamedBlocks } from './references.ts';

interface ExportedRow extends EntryContent {
  readonly id: number;
  readonly kind: FileEntry['kind'];
  readonly slug: string;
  readonly locale: string;
  readonly importKey: string | null;
  readonly isPublished: boolean;
}

/** Selects the published text of each entry, or the draft of an entry that is not published. */
const listEntries = sqlQuery<ExportedRow>(
  'content-transfer.list-entries',
  `select e.id, e.kind, e.slug, e.locale, e.import_key as "importKey", e.published_id is not null as "isPublished", r.title, r.lead, r.description,
    r.image_id as "imageId", r.place, r.is_listed as "isListed", r.tree, r.details
  from content_entries e join content_revisions r on r.id = coalesce(e.published_id, e.draft_id)
  where e.locale = $1 and e.id > $2 and e.kind = any($3::text[]) order by e.id limit 100`,
);

/**
 * Removes the kind from slugs: all kinds but pages and posts have it as a prefix, since they have no path of their
 * own.
 */
const toSlug = ({ kind, slug }: ExportedRow): string =>
  slug.startsWith(`${kind}.`) ? slug.slice(kind.length + 1) : slug;

async function toFileEntry(shop: Shop, db: Db, row: ExportedRow): Promise<ContentFile['entries'][number]> {
  const { kind, locale, isPublished, title, lead, description, imageId, place, isListed, tree, importKey } = row;
  const details = readDetails(shop, kind, row.details);
  const picture = imageId === null ? null : ((await namePictures(shop, db, [imageId])).get(imageId) ?? null);
  return {
    ...{ kind, slug: toSlug(row), locale, ...(importKey === null ? {} : { importKey }), isPublished },
    ...{ title, lead, description, picture, place, isListed },
    details: { ...((await findEntryDetails(shop, kind)?.toNames?.(shop, db, details)) ?? details) },
    blocks: (await toNamedBlocks(shop, db, tree.blocks)).map(sortValues),
  };
}

/**
 * Exports all entries in the shop's language, with the records to which they refer, from one snapshot of the
 * database.
 */
export function exportContent(shop: Shop): Promise<ContentFile> {
  return inTransaction(
    shop.db,
    async (tx) => {
      const parts: Record<string, unknown[]> = {};
      const known: readonly ContentPart[] = shop.implementations(contentParts);
      for (const part of known) parts[part.name] = [...(await part.list(shop, tx))];
      const entries: ContentFile['entries'][number][] = [];
      for (let after = 0; ; ) {
        const rows = await listEntries(tx, [shop.choices.locale, after, fileKinds]);
        for (const row of rows) entries.push(await toFileEntry(shop, tx, row));
        const last = rows.at(-1);
        if (!last) break;
        after = last.id;
      }
      return { format: fileFormat, version: 1, parts, entries };
    },
    { isolation: 'repeatable read' },
  );
}
