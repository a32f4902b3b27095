import type { PictureData } from '#ui/picture.tsx';

/** Pixels that a card's photograph is wide at most, on a screen of twice as many pixels; small ones are never needed either. */
const [narrowest, widest] = [320, 960];

/** A picture without the sizes and formats that no card asks for: a list has dozens of them, and each address counts. */
export function cardPicture(picture: PictureData): PictureData {
  const avif = picture.sources.filter(({ type }) => type === 'image/avif');
  return { ...picture, sources: (avif.length > 0 ? avif : picture.sources).map(trimmed), srcset: trim(picture.srcset) };
}

const trimmed = (source: PictureData['sources'][number]) => ({ ...source, srcset: trim(source.srcset) });

function trim(srcset: string): string {
  const sizes = srcset.split(', ').map((size) => ({ size, width: Number.parseInt(size.split(' ')[1] ?? '', 10) }));
  const fitting = sizes.filter(({ width }) => width >= narrowest && width <= widest);
  return (fitting.length > 0 ? fitting : sizes).map(({ size }) => size).join(', ');
}
