import { z } from 'zod';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { getSmallestAddress } from '#platform/media/picture.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { createUploadPage, uploadPath } from './admin/upload-page.tsx';
import {
  type MediaReply,
  maxFormPictures,
  maxPictureBytes,
  mediaCallPath,
  mediaFileField,
  mediaItemPath,
  postProcessPath,
} from './contract.ts';
import { deleteMedia } from './delete-media.ts';
import { mediaErrors } from './errors.ts';
import { publishMediaChange } from './find-uses.ts';
import { findMedia, type MediaSubject, nameMedia } from './media-subject.ts';
import { cleanName, replacePicture, storePicture } from './store-pictures.ts';
import { mediaTexts as texts } from './texts.ts';

const requires = 'media.write';

const mediaReply: z.ZodType<MediaReply> = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    alt: z.string(),
    image: z.string().describe('Address of the smallest size'),
    isReady: z.boolean().describe('Whether all of its sizes are made'),
  })
  .meta({ id: 'Media' });

const toReply = (media: MediaSubject): MediaReply => ({
  ...{ id: media.id, name: nameMedia(media), alt: media.alt, image: getSmallestAddress(media.sha256) },
  isReady: media.sizes > 0,
});

type Refusal = 'NOT_AN_IMAGE' | 'TOO_LARGE' | 'TOO_MANY_PIXELS' | 'FILE_MISSING';
type UploadFailure = { readonly ok: false; readonly code: Refusal; readonly refused: readonly string[] };
type UploadResult = { readonly ok: true; readonly stored: readonly MediaSubject[] } | UploadFailure;

function describeRefusal({ t }: Shop, code: Refusal, name: string | null): string {
  const reason = t(texts[code], { size: maxPictureBytes / 1_000_000 });
  return name === null ? reason : t(texts.refusedFile, { name, reason });
}

async function storeSentPictures(call: MutationCall, files: readonly ReceivedFile[]): Promise<UploadResult> {
  const { shop } = call;
  const actor = await call.getActor();
  const sent = files.filter(({ isSurplus, bytes, name }) => !isSurplus && (bytes > 0 || name !== ''));
  const stored: MediaSubject[] = [];
  const refused: string[] = [];
  let failure: Refusal = 'FILE_MISSING';
  for (const file of sent) {
    const result = await storePicture({ shop, db: shop.db, actor }, file);
    const media = result.ok ? await findMedia(shop.db, result.id) : null;
    if (media) stored.push(media);
    else if (!result.ok) {
      failure = result.code;
      refused.push(describeRefusal(shop, failure, cleanName(file.name)));
    }
  }
  if (refused.length > 0 || stored.length === 0) return { ok: false, code: failure, refused };
  return { ok: true, stored };
}

const uploadMutation = defineMutation({
  name: 'media-library.upload',
  description:
    'Adds a picture, in the field `file` of `multipart/form-data`, to the library. Its sizes are made afterwards: by `post-process`, or by a job.',
  schema: z.unknown(),
  requires,
  errors: mediaErrors,
  files: () => ({ maxBytes: maxPictureBytes, maxFiles: maxFormPictures, discardsSurplus: true }),
  run: (call): Promise<UploadResult> => storeSentPictures(call, call.request.files ?? []),
  message: ({ shop }, { code, refused }) => refused[0] ?? describeRefusal(shop, code, null),
  form: {
    path: uploadPath,
    success: (_call, { stored }) => {
      const [only] = stored;
      if (stored.length === 1 && only) return { redirectTo: adminPath(`media/${only.id}`) };
      return { redirectTo: adminPath('media') };
    },
    failure: ({ shop }, { code, refused }) => ({
      page: createUploadPage(shop, refused.length > 0 ? refused : [describeRefusal(shop, code, null)]),
    }),
  },
  json: {
    path: ({ platformRest }) => mediaCallPath(platformRest),
    response: mediaReply,
    success: (_call, { stored: [first] }) => {
      if (!first) throw new Error('an upload without pictures is no success');
      return toReply(first);
    },
  },
});

const readId = ({ request }: MutationCall): number => {
  const { id = '' } = request.params as { readonly id?: string };
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
};

const postProcessMutation = defineMutation({
  name: 'media-library.post-process',
  description: 'Makes the sizes of a picture that was uploaded.',
  schema: z.unknown(),
  requires,
  errors: mediaErrors,
  async run(call) {
    const { shop } = call;
    const id = readId(call);
    if (!(await findMedia(shop.db, id))) return { ok: false, code: 'not_found' } as const;
    try {
      await shop.media.makeSizes(shop.db, id, false);
    } catch (error) {
      shop.log.warn({ err: error, media: id }, 'the sizes of a picture were not made');
      return { ok: false, code: 'MEDIA_NOT_PROCESSED' } as const;
    }
    const media = await findMedia(shop.db, id);
    return media ? ({ ok: true, media } as const) : ({ ok: false, code: 'not_found' } as const);
  },
  json: {
    path: ({ platformRest }) => postProcessPath(platformRest, ':id'),
    response: mediaReply,
    success: (_call, { media }) => toReply(media),
  },
});

const deleteMutation = defineMutation({
  name: 'media-library.delete',
  description: 'Deletes a picture that nothing shows. There is no bin, so `?force=true` is needed.',
  schema: z.unknown(),
  requires,
  errors: mediaErrors,
  async run(call) {
    const { shop, request } = call;
    if ((request.query as { readonly force?: string }).force !== 'true')
      return { ok: false, code: 'NOT_FORCED' } as const;
    const actor = await call.getActor();
    return inTransaction(shop.db, async (tx) => {
      const deleted = await deleteMedia(shop, tx, readId(call));
      if (!deleted.ok) return { ok: false, code: deleted.code } as const;
      const { id, name, alt } = deleted.media;
      await recordAudit(tx, actor, {
        subject: { kind: 'media', id, label: nameMedia(deleted.media) },
        action: 'media-library.delete',
        before: { name, alt },
        after: null,
      });
      return { ok: true, id } as const;
    });
  },
  json: {
    path: ({ platformRest }) => mediaItemPath(platformRest, ':id'),
    method: 'DELETE',
    response: z.strictObject({ deleted: z.literal(true), id: z.int() }),
    success: (_call, { id }) => ({ deleted: true as const, id }),
  },
});

/** Gives a picture another content. Everything that shows it shows the new one, and its former address leads there. */
const replaceMutation = defineMutation({
  name: 'media-library.replace',
  description:
    'Replaces the content of a picture, in the field `file` of `multipart/form-data`. Its id, texts and uses stay.',
  schema: z.unknown(),
  requires,
  errors: mediaErrors,
  files: () => ({ maxBytes: maxPictureBytes, maxFiles: 1 }),
  async run(call) {
    const { shop, request } = call;
    const file = request.files?.find(({ field }) => field === mediaFileField);
    if (!file || (file.bytes === 0 && file.name === '')) return { ok: false, code: 'FILE_MISSING' } as const;
    const before = await findMedia(shop.db, readId(call));
    if (!before) return { ok: false, code: 'not_found' } as const;
    const actor = await call.getActor();
    const result = await replacePicture({ shop, db: shop.db, actor }, file, before.id, async (tx) => {
      const after = await findMedia(tx, before.id);
      await publishMediaChange(shop, tx, [before.id]);
      await recordAudit(tx, actor, {
        subject: { kind: 'media', id: before.id, label: nameMedia(before) },
        action: 'media-library.replace',
        before: { name: before.name, bytes: before.bytes },
        after: { name: after?.name ?? '', bytes: after?.bytes ?? 0 },
      });
    });
    if (result.ok) return { ok: true, id: result.id } as const;
    if (result.code === 'NOT_FOUND') return { ok: false, code: 'not_found' } as const;
    return { ok: false, code: result.code === 'TAKEN' ? 'MEDIA_TAKEN' : result.code } as const;
  },
  message: ({ shop }, { code }) =>
    shop.t(code === 'not_found' ? texts.deleteGone : texts[code], { size: maxPictureBytes / 1_000_000 }),
  form: {
    path: adminPath('media/:id/replace'),
    success: (_call, { id }) => ({ redirectTo: adminPath(`media/${id}`), notices: [{ code: 'done' }] }),
  },
});

export const mediaMutations = [uploadMutation, postProcessMutation, deleteMutation, replaceMutation];
