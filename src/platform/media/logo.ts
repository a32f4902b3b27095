import type { StoredPicture } from '#platform/config/shop-details.ts';
import { type Picture, toPicture } from './picture.ts';

export interface LogoPicture {
  /** JPEG: for mails and machines. */
  readonly src: string;
  /** WebP, which may be clear where the page shows through. */
  readonly webp: string;
  readonly width: number;
  readonly height: number;
}

const maxWidth = 180;
const maxHeight = 40;
/** Pixels of most screens for one of the page. */
const density = 2;

function pickAddress(srcset: string, width: number): string {
  const sizes = srcset.split(', ').map((size) => size.split(' '));
  const [address = ''] = sizes.find(([, own = '']) => Number.parseInt(own, 10) >= width) ?? sizes.at(-1) ?? [];
  return address;
}

const readWebp = ({ sources, srcset }: Picture): string =>
  sources.find(({ type }) => type === 'image/webp')?.srcset ?? srcset;

/** A logo in the size of the header. Its former address leads to what replaces its content. */
export function toLogo(stored: StoredPicture | null): LogoPicture | null {
  if (!stored) return null;
  const picture = toPicture({ ...stored, color: '', alt: '' });
  const scale = Math.min(maxWidth / stored.width, maxHeight / stored.height);
  const [width, height] = [stored.width * scale, stored.height * scale].map((side) => Math.max(1, Math.round(side)));
  const needed = (width ?? 0) * density;
  return {
    ...{ src: pickAddress(picture.srcset, needed), webp: pickAddress(readWebp(picture), needed) },
    ...{ width: width ?? 1, height: height ?? 1 },
  };
}

export const toIconAddress = (stored: StoredPicture | null): string | null =>
  stored && pickAddress(readWebp(toPicture({ ...stored, color: '', alt: '' })), 0);
