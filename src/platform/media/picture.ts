import { type Format, fileName, widthsFor } from './sizes.ts';

/** Columns of platform.media for `toPicture`. */
export interface MediaRow {
  readonly id: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly alt: string;
}

export interface Picture {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  /** Shown until the image has loaded. */
  readonly color: string;
  readonly alt: string;
  readonly sources: readonly { readonly type: 'image/avif' | 'image/webp'; readonly srcset: string }[];
  /** JPEG, for clients without `sources` and `srcset`. */
  readonly src: string;
  readonly srcset: string;
}

const usual = 960;

/** @param alt replaces the image's own text */
export function toPicture({ id, sha256, width, height, color, alt: own }: MediaRow, alt = own): Picture {
  const sizes = widthsFor(width);
  const address = (size: (typeof sizes)[number], format: Format) => `/media/${fileName(sha256, size, format)}`;
  const srcset = (format: Format) =>
    sizes.map((size) => `${address(size, format)} ${Math.min(size, width)}w`).join(', ');
  return {
    id,
    width,
    height,
    color,
    alt,
    sources: [
      { type: 'image/avif', srcset: srcset('avif') },
      { type: 'image/webp', srcset: srcset('webp') },
    ],
    src: address(sizes.findLast((size) => size <= usual) ?? 160, 'jpg'),
    srcset: srcset('jpg'),
  };
}
