import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { catalogue } from '../catalogue.ts';

const columns = 10;
const [width, height, gap] = [144, 180, 6];

/** Writes a WebP with the first image of every product, in catalogue order. */
export async function writeContactSheet(media: string, file: string): Promise<void> {
  const first = catalogue.products.flatMap(({ images }) => images.slice(0, 1));
  const prints = await Promise.all(
    first.map(async (image, index) => ({
      input: await sharp(join(media, image.file)).resize(width, height).toBuffer(),
      left: gap + (index % columns) * (width + gap),
      top: gap + Math.floor(index / columns) * (height + gap),
    })),
  );
  const rows = Math.ceil(first.length / columns);
  const sheet = sharp({
    create: {
      width: gap + columns * (width + gap),
      height: gap + rows * (height + gap),
      channels: 3,
      background: '#f7f3ec',
    },
  });
  await writeFile(file, await sheet.composite(prints).webp({ quality: 74 }).toBuffer());
}
