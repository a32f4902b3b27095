import type { PictureData } from '#ui/picture.tsx';

/**
 * Widths in pixels that a card needs: the smallest on any screen, and the largest at 2x density.
 */
const [minWidth, maxWidth] = [320, 960];
/** Width of the fallback for browsers without AVIF. */
const fallbackWidth = 640;

/**
 * Removes the sizes and formats that no card needs: a listing has dozens of pictures, and each URL
 * adds to the page.
 */
export function toCardPicture(picture: PictureData): PictureData {
  const { sources, srcset, src } = picture;
  const avif = sources.find(({ type }) => type === 'image/avif');
  if (!avif) return picture;
  const fallback = parseSrcset(srcset).findLast(({ width }) => width <= fallbackWidth)?.address ?? src;
  const fitting = parseSrcset(avif.srcset).filter(({ width }) => width >= minWidth && width <= maxWidth);
  if (fitting.length === 0) return picture;
  const trimmed = fitting.map(({ address, width }) => `${address} ${width}w`).join(', ');
  return { ...picture, sources: [{ ...avif, srcset: trimmed }], src: fallback, srcset: '' };
}

/** Parses '/a-320.avif 320w, /a-640.avif 640w', narrowest first. */
const parseSrcset = (srcset: string) =>
  srcset.split(', ').map((size) => {
    const [address = '', width = ''] = size.split(' ');
    return { address, width: Number.parseInt(width, 10) };
  });
