/** An image with its sizes and formats, as the media service provides it. */
export interface PictureData {
  readonly width: number;
  readonly height: number;
  /** Background until the image loads. */
  readonly color: string;
  readonly alt: string;
  readonly sources: readonly { readonly type: string; readonly srcset: string }[];
  readonly src: string;
  /** '' when there is only `src`. */
  readonly srcset: string;
}

interface PictureProps {
  readonly picture: PictureData;
  /** Displayed width: `(min-width: 850px) 33vw, 100vw`. */
  readonly sizes: string;
  readonly loading?: 'lazy' | 'eager' | undefined;
  readonly fetchPriority?: 'high' | 'low' | 'auto' | undefined;
  /** Replaces the image's own text; '' for a decorative image. */
  readonly alt?: string | undefined;
  readonly className?: string | undefined;
  /** Id of the `<img>`. */
  readonly id?: string | undefined;
}

/** Reserves its space before it loads, so it causes no layout shift. */
export function Picture({ picture, sizes, loading = 'lazy', fetchPriority, alt, className, id }: PictureProps) {
  const { width, height, color, sources, src, srcset } = picture;
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
        style={{ backgroundColor: color }}
      />
    </picture>
  );
}
