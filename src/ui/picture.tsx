/** An image with its sizes and formats, as the media service provides it. */
export interface PictureData {
  readonly width: number;
  readonly height: number;
  /** Background until the image loads. */
  readonly color: string;
  readonly alt: string;
  /** What a crop keeps in sight, as `object-position`. Default: the middle. */
  readonly focus?: string | undefined;
  readonly sources: readonly { readonly type: string; readonly srcset: string }[];
  readonly src: string;
  /** '' when there is only `src`. */
  readonly srcset: string;
}

interface PictureProps {
  readonly picture: PictureData;
  /** Displayed width: `(min-width: 850px) 33vw, 100vw`. Of one that is fixed, `72px`, only fitting sizes are listed. */
  readonly sizes: string;
  readonly loading?: 'lazy' | 'eager' | undefined;
  readonly fetchPriority?: 'high' | 'low' | 'auto' | undefined;
  /** Replaces the image's own text; '' for a decorative image. */
  readonly alt?: string | undefined;
  readonly className?: string | undefined;
  /** Id of the `<img>`. */
  readonly id?: string | undefined;
}

interface SizeLimits {
  /** Pixels of an image. */
  readonly minWidth: number;
  readonly maxWidth: number;
  /** Width of the fallback for browsers without AVIF. */
  readonly fallbackWidth: number;
}

/** Pixels of the densest screens for one of CSS. */
const maxDensity = 3;
/** CSS pixels of the letters of a page, unless the shopper chose others. */
const remWidth = 16;

/** Reserves its space before it loads, so it causes no layout shift. */
export function Picture({ picture, sizes, loading = 'lazy', fetchPriority, alt, className, id }: PictureProps) {
  const { width, height, color, focus, sources, src, srcset } = fitFixedWidth(picture, sizes);
  return (
    <picture className={className}>
      {sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcset} sizes={sizes} />
      ))}
      <img
        id={id}
        src={src}
        {...(srcset === '' ? {} : { srcSet: srcset, sizes })}
        width={width}
        height={height}
        alt={alt ?? picture.alt}
        loading={loading}
        fetchPriority={fetchPriority}
        decoding="async"
        style={{ backgroundColor: color, ...(focus === undefined ? {} : { objectPosition: focus }) }}
      />
    </picture>
  );
}

/**
 * Leaves out what no screen chooses: sizes outside of the limits, and all formats but AVIF with one fallback. A page
 * can have dozens of pictures, and each URL adds to it.
 */
export function limitSizes(picture: PictureData, { minWidth, maxWidth, fallbackWidth }: SizeLimits): PictureData {
  const { sources, srcset, src } = picture;
  const avif = sources.find(({ type }) => type === 'image/avif');
  if (!avif) return picture;
  const fallback = parseSrcset(srcset).findLast(({ width }) => width <= fallbackWidth)?.address ?? src;
  const fitting = parseSrcset(avif.srcset).filter(({ width }) => width >= minWidth && width <= maxWidth);
  if (fitting.length === 0) return picture;
  const trimmed = fitting.map(({ address, width }) => `${address} ${width}w`).join(', ');
  return { ...picture, sources: [{ ...avif, srcset: trimmed }], src: fallback, srcset: '' };
}

/**
 * Of a picture whose width is the same in every window, leaves out the sizes above the one that is sharp on the
 * densest screens. Others are unchanged.
 * @param sizes of the picture: `72px` and `3.5rem` are fixed
 */
function fitFixedWidth(picture: PictureData, sizes: string): PictureData {
  const [, length, unit] = /^(\d+(?:\.\d+)?)(px|rem)$/.exec(sizes) ?? [];
  if (length === undefined) return picture;
  const needed = Number(length) * (unit === 'rem' ? remWidth : 1) * maxDensity;
  const sharp = parseSrcset(picture.srcset).find(({ width }) => width >= needed)?.width ?? Number.POSITIVE_INFINITY;
  return limitSizes(picture, { minWidth: 0, maxWidth: sharp, fallbackWidth: sharp });
}

/** Parses '/a-320.avif 320w, /a-640.avif 640w', narrowest first. */
const parseSrcset = (srcset: string) =>
  srcset.split(', ').map((size) => {
    const [address = '', width = ''] = size.split(' ');
    return { address, width: Number.parseInt(width, 10) };
  });
