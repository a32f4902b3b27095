import { adminPath } from '#platform/admin/contract.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { RecordOption, RecordPicker } from '#platform/forms/field.ts';
import { smallestUrlSql } from '#platform/media/sizes.ts';
import { isPermitted } from '#platform/sessions/actor.ts';

interface PictureOption extends RecordOption {
  readonly image: string;
  readonly alt: string;
}

const shown = `id, coalesce(nullif(title, ''), nullif(name, ''), '#' || id) as label, ${smallestUrlSql('sha256')} as image, alt`;

const selectByIds = sqlQuery<PictureOption>(
  'media-library.pick-by-ids',
  `select ${shown} from platform.media where id = any($1::integer[])`,
);
const selectBySearch = sqlQuery<PictureOption>(
  'media-library.pick-by-search',
  `select ${shown} from platform.media where search_text like '%' || lower($1) || '%' order by id desc limit 24`,
);

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const pickers = new Map<string, RecordPicker>();

/**
 * Names and finds pictures of the library, each with a small one to look at, and with its page for who may see that. Only
 * those find pictures who may see the library, or may save a form that takes them.
 * @param requires the permission of such a form
 */
export function getMediaPicker(requires = 'media.read'): RecordPicker {
  const known = pickers.get(requires);
  if (known) return known;
  const picker: RecordPicker = {
    load: async ({ db, actor }, ids) => {
      const found = await selectByIds(db, [ids]);
      if (!isPermitted(actor, 'media.read')) return found;
      return found.map((picture) => ({ ...picture, path: adminPath(`media/${picture.id}`) }));
    },
    search: async ({ db, actor }, query) =>
      ['media.read', requires].some((permission) => isPermitted(actor, permission))
        ? selectBySearch(db, [escapeLike(query)])
        : [],
  };
  pickers.set(requires, picker);
  return picker;
}
