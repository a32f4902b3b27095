import type { Db } from '#platform/database/database.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RecordPicker, ShownOption } from '#platform/forms/field.ts';
import { line, records } from '#platform/forms/kinds.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { findMediaByIds } from '#platform/media/records.ts';
import { smallestUrlSql } from '#platform/media/sizes.ts';
import { blockTexts as texts } from './texts.ts';

const shown = `id, coalesce(nullif(title, ''), nullif(name, ''), '#' || id) as label, ${smallestUrlSql('sha256')} as image`;
type PictureOption = Required<Pick<ShownOption, 'id' | 'label' | 'image'>>;
const namePictures = sqlQuery<PictureOption>(
  'content.name-pictures',
  `select ${shown} from platform.media where id = any($1::integer[])`,
);
const searchPictures = sqlQuery<PictureOption>(
  'content.search-pictures',
  `select ${shown} from platform.media where search_text like '%' || lower($1) || '%' order by id desc limit 24`,
);

export const picturePicker: RecordPicker = {
  load: ({ db }, ids) => namePictures(db, [ids]),
  search: ({ db }, query) => searchPictures(db, [query.replace(/[\\%_]/g, '\\$&')]),
};

/** Ids of pictures in their order. */
export const pictures = ({ t }: Shop, max = 1) =>
  records({
    ...{ label: t(max === 1 ? texts.picture : texts.pictures), hint: t(texts.pictureHint) },
    ...{ picker: picturePicker, max },
  });

/** The pictures of all blocks of a type, in one statement. Those that were deleted are left out. */
export async function loadPictures(
  db: Db,
  blocks: readonly { readonly pictures: readonly number[] }[],
): Promise<(readonly MediaRow[])[]> {
  const ids = [...new Set(blocks.flatMap((block) => block.pictures))];
  const found = new Map(ids.length === 0 ? [] : (await findMediaByIds(db, ids)).map((row) => [row.id, row]));
  return blocks.map((block) => block.pictures.flatMap((id) => found.get(id) ?? []));
}

/** Where a link of the shop's content may lead: never to a script. */
const isHref = (href: string) => /^(?:\/(?![/\\])|#|https:\/\/|mailto:|tel:)[^\s\\]*$/.test(href);

/** A link: its text and its address. Without both there is none. */
export const link = ({ t }: Shop) => ({
  linkText: line({ label: t(texts.linkText), max: 100, width: 'half' }),
  linkHref: line({
    ...{ label: t(texts.linkHref), hint: t(texts.linkHint), max: 500, width: 'half' },
    ...{ isValid: isHref, invalid: t(texts.linkInvalid) },
  }),
});

export const title = ({ t }: Shop, max = 200) => line({ label: t(texts.title), hint: t(texts.emphasisHint), max });
