import { z } from 'zod';
import { addonFileTypes } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { keepVisitorCookie, resolveVisitor } from '#platform/sessions/visit.ts';
import { removeUploadCallPath, type UploadReply, uploadCallPath, uploadIdField, uploadTypesField } from './contract.ts';
import { uploadErrors } from './errors.ts';
import { removeUpload } from './purge-uploads.ts';
import { createUploadFailure, getFileLimits, storeUploads, type UploadFailure } from './store-upload.ts';
import { formatUpload, type StoredUpload, type UploadOwner } from './stored-upload.ts';

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

/** The owner of files of this request; a new visitor, without row and cookie, for a new guest. */
async function resolveUploadOwner({ shop, request, getActor }: MutationCall): Promise<UploadOwner> {
  const { customer } = await getActor();
  return customer ? { customerId: customer.id } : { visitorId: resolveVisitor(shop, request) };
}

/** Stores one file before its product is added to the cart. A guest without a visitor gets one. */
export const uploadMutation = defineMutation({
  name: 'uploads.store-file',
  description:
    'Stores a file, in the field `file` of `multipart/form-data`, that an add-on of a product then names by its id.',
  schema: z.object({ [uploadTypesField]: typesSchema }).transform((input) => input[uploadTypesField] ?? []),
  errors: uploadErrors,
  files: (shop: Shop) => getFileLimits(shop, 1),
  async run(call, types): Promise<{ readonly ok: true; readonly upload: StoredUpload } | UploadFailure> {
    const { shop, request, reply } = call;
    const { files = [], ip } = request;
    if (files.length === 0) return createUploadFailure('FILE_MISSING');
    const owner = await resolveUploadOwner(call);
    const result = await storeUploads(shop, { owner, ip, files, types });
    if (!result.ok) return result;
    const [upload] = result.uploads;
    if (!upload) return createUploadFailure('FILE_MISSING');
    if ('visitorId' in owner) keepVisitorCookie(shop, request, reply, owner.visitorId);
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
  async run(call, id) {
    await removeUpload(call.shop, await resolveUploadOwner(call), id);
    return { ok: true } as const;
  },
  json: {
    path: ({ rest }) => removeUploadCallPath(rest),
    response: z.strictObject({}),
    success: () => ({}),
  },
});
