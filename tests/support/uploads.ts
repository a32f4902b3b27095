import sharp from 'sharp';
import { type UploadReply, uploadCallPath } from '#features/uploads/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { saveTestProduct } from './products.ts';
import type { Answer, Shopper } from './shopper.ts';

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF');

/** A small PNG. */
export function createTestImage(): Promise<Buffer> {
  return sharp({ create: { width: 20, height: 10, channels: 3, background: '#c9b8a0' } })
    .png()
    .toBuffer();
}

export const toFile = (bytes: Buffer | string, name = 'drawing.png'): File =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type: 'image/png' });

/** Saves a product that needs one or two files, PNG or PDF of at most 1 MB, for 5.00 more. */
export async function addFileProduct(shop: Shop): Promise<number> {
  const rule = { types: ['png', 'pdf'], maxBytes: 1_000_000, maxFiles: 2 } as const;
  const { id } = await saveTestProduct(shop, {
    status: 'published',
    name: 'Engraved bowl',
    slug: 'engraved-bowl',
    master: { regularPrice: 2000 },
    addons: [
      {
        ...{ key: 'drawing', kind: 'file', label: 'Your drawing', help: '', required: true, maxLength: null },
        ...{ price: 500, options: [], fileRule: rule },
      },
    ],
  });
  return id;
}

/** Sends a file as the product form's script does. */
export function sendUpload(
  shop: Shop,
  shopper: Shopper,
  file: File,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  return shopper.submitFiles(uploadCallPath(shop.wire.rest), form, { accept: 'application/json' });
}

/** @throws when it is refused */
export async function uploadTestFile(
  shop: Shop,
  shopper: Shopper,
  bytes: Buffer | string,
  name = 'drawing.png',
): Promise<UploadReply> {
  const answer = await sendUpload(shop, shopper, toFile(bytes, name));
  if (answer.status !== 200) throw new Error(`the upload was answered with ${answer.status}: ${answer.body}`);
  return answer.json() as UploadReply;
}
