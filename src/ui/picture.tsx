/** An image with its sizes and formats, as the media service provides it. */
export interface PictureData {
  readonly width: number;
  readonly height: number;
  /** Background until the image loads. */
  readonly color: string;
  readonly alt: string;
  /** Point that a crop keeps visible, as `object-position`. Default: the middle. */
  readonly focus?: string | undefined;
  readonly sources: readonly { readonly type: string; readonly srcset: string }[];
  readonly src: string;
  /** Empty when there is only `src`. */
  readonly srcset: string;
}

interface PictureProps {
  readonly picture: PictureData;
  /**
   * Displayed width: `(min-width: 850px) 33vw, 100vw`. For a fixed width, such as `72px`, only matching sizes are
   * listed.
   */
  readonly sizes: string;
  readonly loading?: 'lazy' | 'eager' | undefined;
  readonly fetchPriority?: 'high' | 'low' | 'auto' | undefined;
  /** Replaces the image's own alternative text; '' for a decorative image. */
  readonly alt?: string | undefined;
  readonly className?: string | undefined;
  readonly id?: string | undefined;
}

interface SizeLimits {
  /** Pixels. */
  readonly minWidth: number;
  readonly maxWidth: number;
  /** Width of the fallback for browsers without AVIF. */
  readonly fallbackWidth: number;
}

/** Maximum number of device pixels for one CSS pixel. */
const maxDensity = 3;
/** Default font size of a page in CSS pixels. */
const remWidth = 16;

/** Shows an image. Reserves its space before it loads, so that it causes no layout shift. */
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
 * Leaves out sizes outside of the limits, and all formats except AVIF and one fallback. A page
 * can have dozens of pictures, and each URL makes it larger.
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
 * Leaves out the sizes that are larger than needed on the densest screens, for a picture whose width is the same in
 * every window. Other pictures are unchanged.
 * @param sizes `sizes` of the picture: `72px` and `3.5rem` are fixed
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
