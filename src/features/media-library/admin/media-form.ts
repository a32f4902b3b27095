import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import { line, number } from '#platform/forms/kinds.ts';
import { publishMediaChange } from '../find-uses.ts';
import { findMedia, type MediaSubject, nameMedia } from '../media-subject.ts';
import { mediaTexts as texts } from '../texts.ts';

const isFolder = (text: string): boolean => /^[^/]+(\/[^/]+)*$/.test(text);

export const mediaForm = defineAdminForm({
  name: 'media-library.save',
  description: 'Saves what is said of a picture: alt text, title, folder and focal point.',
  path: adminPath('media/:id'),
  requires: 'media.write',
  subject: 'media',
  back: { path: adminPath('media'), text: texts.media },
  fields: ({ t }, _media: MediaSubject | null) => ({
    alt: line({ label: t(texts.alt), hint: t(texts.altHint), max: 500 }),
    title: line({ label: t(texts.title), max: 200 }),
    folder: line({ label: t(texts.folder), hint: t(texts.folderHint), max: 200 }),
    focalX: number({ label: t(texts.focusX), required: true, min: 0, max: 100 }),
    focalY: number({ label: t(texts.focusY), required: true, min: 0, max: 100 }),
  }),
  layout: [
    { title: texts.basics, fields: ['alt', 'title', 'folder'] },
    { title: texts.focus, help: texts.focusHint, fields: ['focalX', 'focalY'] },
  ],
  load: async (_shop, db, id, { isLocking }) => {
    const media = id === null ? null : await findMedia(db, id, isLocking);
    if (!media) return null;
    const { alt, title, folder, focalX, focalY } = media;
    return { values: { alt, title, folder, focalX, focalY }, subject: media, label: nameMedia(media) };
  },
  save: async (shop, tx, { alt, title, folder, focalX, focalY }, { id }) => {
    if (id === null) throw new Error('pictures are added by uploads');
    if (folder !== '' && !isFolder(folder))
      return { ok: false, problems: [{ field: 'folder', message: shop.t(texts.folderInvalid) }] };
    await tx.execute(sql`
      update platform.media set alt = ${alt}, title = ${title}, folder = ${folder}, focal_x = ${focalX ?? 50}, focal_y = ${focalY ?? 50}
      where id = ${id}`);
    await publishMediaChange(shop, tx, [id]);
    return { ok: true, id };
  },
});
