import { z } from 'zod';
import { addonFileTypes } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { keepOwnerCookie, resolveOwner } from '#platform/sessions/owner.ts';
import { removeUploadCallPath, type UploadReply, uploadCallPath, uploadIdField, uploadTypesField } from './contract.ts';
import { uploadErrors } from './errors.ts';
import { removeUpload } from './purge-uploads.ts';
import { createUploadFailure, getFileLimits, storeUploads, type UploadFailure } from './store-upload.ts';
import { formatUpload, type StoredUpload } from './stored-upload.ts';

const uploadReply: z.ZodType<UploadReply> = z
  .strictObject({
    id: z.uuid().describe('What the field of the add-on submits'),
    name: z.string().describe('Cleaned'),
    bytes: z.int(),
    shown: z.string().describe('Name and size'),
  })
  .meta({ id: 'Upload' });

const typesSchema = z
  .string()
  .max(100)
  .default(addonFileTypes.join(','))
  .transform((text) => addonFileTypes.filter((type) => text.split(',').includes(type)))
  .describe('Accepted types, separated by commas: `png`, `jpeg`, `webp`, `pdf`. Default: all');

/** Stores one file before its product is added to the cart. A guest without a visitor gets one. */
export const uploadMutation = defineMutation({
  name: 'uploads.store-file',
  description:
    'Stores a file, in the field `file` of `multipart/form-data`, that an add-on of a product then names by its id.',
  schema: z.object({ [uploadTypesField]: typesSchema }).transform((input) => input[uploadTypesField] ?? []),
  errors: uploadErrors,
  files: (shop: Shop) => getFileLimits(shop, 1),
  async run(
    { shop, request, reply },
    types,
  ): Promise<{ readonly ok: true; readonly upload: StoredUpload } | UploadFailure> {
    const { files = [], ip } = request;
    if (files.length === 0) return createUploadFailure('FILE_MISSING');
    const owner = await resolveOwner(shop, request);
    const result = await storeUploads(shop, { owner, ip, files, types });
    if (!result.ok) return result;
    const [upload] = result.uploads;
    if (!upload) return createUploadFailure('FILE_MISSING');
    keepOwnerCookie(shop, request, reply, owner);
    return { ok: true, upload };
  },
  message: ({ shop }, { text, values }) => shop.t(text, values),
  json: {
    path: ({ rest }) => uploadCallPath(rest),
    response: uploadReply,
    success: ({ shop }, { upload }) => {
      const { id, name, bytes } = upload;
      return { id, name, bytes, shown: formatUpload(shop, upload) };
    },
  },
});

/** Also a success for a file of somebody else, which stays, so that nobody finds out ids. */
export const removeUploadMutation = defineMutation({
  name: 'uploads.remove-file',
  description: 'Deletes a file of whoever asks, unless a cart or an order has it.',
  schema: z.object({ [uploadIdField]: z.uuid() }).transform((input) => input[uploadIdField] as string),
  async run({ shop, request }, id) {
    await removeUpload(shop, await resolveOwner(shop, request), id);
    return { ok: true } as const;
  },
  json: {
    path: ({ rest }) => removeUploadCallPath(rest),
    response: z.strictObject({}),
    success: () => ({}),
  },
});
