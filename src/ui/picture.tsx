/** A picture as the shop's media make it. */
export interface PictureData {
  readonly width: number;
  readonly height: number;
  /** Shown until the picture is there. */
  readonly color: string;
  readonly alt: string;
  readonly sources: readonly { readonly type: string; readonly srcset: string }[];
  readonly src: string;
  /** '' where `src` alone will do. */
  readonly srcset: string;
}

interface PictureProps {
  readonly picture: PictureData;
  /** How wide it is shown: `(min-width: 850px) 33vw, 100vw`. */
  readonly sizes: string;
  readonly loading?: 'lazy' | 'eager' | undefined;
  readonly fetchPriority?: 'high' | 'low' | 'auto' | undefined;
  /** Other words than the picture's own; '' for one that says nothing new. */
  readonly alt?: string | undefined;
  readonly className?: string | undefined;
  /** Of the `<img>` itself. */
  readonly id?: string | undefined;
}

/** Takes its place before it loads, so nothing moves when it arrives. */
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
