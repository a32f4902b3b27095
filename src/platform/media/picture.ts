import { createFileName, type Format, listWidths, widths } from './sizes.ts';

/** Columns of platform.media for `toPicture`. */
export interface MediaRow {
  readonly id: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly alt: string;
  /** What a crop keeps in sight, as `object-position`. Absent or null: the middle. */
  readonly focus?: string | null;
}

export interface Picture {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  /** Shown until the image has loaded. */
  readonly color: string;
  readonly alt: string;
  readonly focus?: string;
  readonly sources: readonly { readonly type: 'image/avif' | 'image/webp'; readonly srcset: string }[];
  /** JPEG, for clients without `sources` and `srcset`. */
  readonly src: string;
  readonly srcset: string;
}

const defaultWidth = 960;

/** @param alt replaces the image's own text */
export function toPicture({ id, sha256, width, height, color, alt: ownAlt, focus }: MediaRow, alt = ownAlt): Picture {
  const sizes = listWidths(width);
  const url = (size: (typeof sizes)[number], format: Format) => `/media/${createFileName(sha256, size, format)}`;
  const srcset = (format: Format) => sizes.map((size) => `${url(size, format)} ${Math.min(size, width)}w`).join(', ');
  return {
    id,
    width,
    height,
    color,
    alt,
    ...(focus ? { focus } : {}),
    sources: [
      { type: 'image/avif', srcset: srcset('avif') },
      { type: 'image/webp', srcset: srcset('webp') },
    ],
    src: url(sizes.findLast((size) => size <= defaultWidth) ?? 160, 'jpg'),
    srcset: srcset('jpg'),
  };
}

export const getSmallestAddress = (sha256: string, format: Format = 'webp'): string =>
  `/media/${createFileName(sha256, widths[0], format)}`;

/** SQL for `focus` of a `MediaRow`. @param alias of platform.media */
export function focusSql(alias: string): string {
  return `case when (${alias}.focal_x, ${alias}.focal_y) <> (50, 50) then ${alias}.focal_x || '% ' || ${alias}.focal_y || '%' end`;
}
