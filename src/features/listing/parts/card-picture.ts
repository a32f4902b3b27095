import type { PictureData } from '#ui/picture.tsx';

/** Pixels that a card's photograph is wide: no fewer on any screen, and at most, on one of twice as many pixels. */
const [minWidth, maxWidth] = [320, 960];
/** What a browser gets that reads no AVIF. */
const fallbackWidth = 640;

/** A picture without the sizes and formats that no card needs: a list has dozens of them, and each address counts. */
export function toCardPicture(picture: PictureData): PictureData {
  const { sources, srcset, src } = picture;
  const avif = sources.find(({ type }) => type === 'image/avif');
  if (!avif) return picture;
  const plain = parseSrcset(srcset).findLast(({ width }) => width <= fallbackWidth)?.address ?? src;
  const fitting = parseSrcset(avif.srcset).filter(({ width }) => width >= minWidth && width <= maxWidth);
  if (fitting.length === 0) return picture;
  const trimmed = fitting.map(({ address, width }) => `${address} ${width}w`).join(', ');
  return { ...picture, sources: [{ ...avif, srcset: trimmed }], src: plain, srcset: '' };
}

/** '/a-320.avif 320w, /a-640.avif 640w' in parts, from the narrowest on. */
const parseSrcset = (srcset: string) =>
  srcset.split(', ').map((size) => {
    const [address = '', width = ''] = size.split(' ');
    return { address, width: Number.parseInt(width, 10) };
  });
