import { adminPath } from '#platform/admin/contract.ts';
import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { isPermitted } from '#platform/sessions/actor.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Picture } from '#ui/picture.tsx';
import { maxPictureBytes, mediaFileField } from '../contract.ts';
import { findUses } from '../find-uses.ts';
import { findMedia, type MediaSubject, nameMedia } from '../media-subject.ts';
import { mediaTexts as texts } from '../texts.ts';
import { deleteMediaAction } from './delete-action.ts';
import { mediaForm } from './media-form.ts';
import { mediaList } from './media-list.tsx';
import { originalPath } from './original-route.ts';

const previewPanel: AdminPanel<MediaSubject> = {
  ...{ id: 'preview', title: texts.preview, column: 'main', place: { before: 'form' } },
  render: (shop, media) => (
    <Behaviour of="media-library/admin/focal-point">
      <div className="media-preview" data-focal-point="">
        <Picture picture={shop.media.picture(media)} sizes="(min-width: 60rem) 40rem, 100vw" loading="eager" />
        <span className="media-preview__point" data-point={`${media.focalX} ${media.focalY}`} hidden />
      </div>
    </Behaviour>
  ),
};

const usesPanel: AdminPanel<MediaSubject> = {
  ...{ id: 'uses', title: texts.usedBy, column: 'side' },
  render: async (shop, { id }, actor) => {
    const uses = await findUses(shop, shop.db, [id]);
    if (uses.length === 0) return <p>{shop.t(texts.notUsed)}</p>;
    return (
      <ul className="media-uses">
        {uses.map(({ use, id: object, label }) => {
          const text = shop.t(texts.useOf, { kind: shop.t(use.text), label });
          const isLinked = use.page && isPermitted(actor, use.page.requires);
          return <li key={`${use.id} ${object}`}>{isLinked ? <a href={use.page?.path(object)}>{text}</a> : text}</li>;
        })}
      </ul>
    );
  },
};

const filePanel: AdminPanel<MediaSubject> = {
  ...{ id: 'file', title: texts.file, column: 'side' },
  render: ({ t }, { id, name, mime, width, height, bytes, failure }) => (
    <>
      {failure && <StateBadge tone="error">{t(texts.failure, { reason: failure })}</StateBadge>}
      <FactsList
        facts={[
          { label: t(texts.name), value: name },
          { label: t(texts.type), value: mime },
          { label: t(texts.dimensions), value: t(texts.pixels, { width, height }) },
          { label: t(texts.size), value: t(texts.bytes, { size: Math.ceil(bytes / 1000) }) },
        ]}
      />
      <p>
        <a href={originalPath(id)}>{t(texts.original)}</a>
      </p>
    </>
  ),
};

const replacePanel: AdminPanel<MediaSubject> = {
  ...{ id: 'replace', title: texts.replace, column: 'side', requires: 'media.write' },
  render: ({ t }, { id }) => (
    <form
      className="media-replace"
      method="post"
      encType="multipart/form-data"
      action={adminPath(`media/${id}/replace`)}
    >
      <Field
        id="replace-file"
        label={t(texts.newFile)}
        hint={`${t(texts.replaceHint)} ${t(texts.addHint, { size: maxPictureBytes / 1_000_000 })}`}
      >
        {(control) => <FileInput {...control} name={mediaFileField} accept="image/*" required />}
      </Field>
      <Button look="quiet">{t(texts.replace)}</Button>
    </form>
  ),
};

export const mediaRecord = defineAdminRecord<MediaSubject>({
  name: 'media-library.picture',
  path: adminPath('media/:id'),
  requires: 'media.read',
  subject: 'media',
  back: { path: adminPath('media'), text: texts.media },
  list: mediaList.name,
  load: (_shop, db, id) => findMedia(db, id),
  head: ({ t }, media) => ({
    title: nameMedia(media),
    states: media.alt === '' ? <StateBadge tone="warning">{t(texts.altMissing)}</StateBadge> : undefined,
  }),
  form: mediaForm,
  panels: [previewPanel, usesPanel, filePanel, replacePanel],
  actions: [{ action: deleteMediaAction }],
});
