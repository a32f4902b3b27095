interface SwatchProps {
  /** `#rrggbb`; shown until the picture loads, or without a picture. */
  readonly color: string | null;
  readonly picture?: string | null | undefined;
}

/** A disc with a colour or a picture of a material. It is decorative: put the name beside it. */
export function Swatch({ color, picture }: SwatchProps) {
  return (
    <span className="swatch" style={{ '--swatch': color } as object}>
      <SwatchPicture picture={picture} />
    </span>
  );
}

export function SwatchPicture({ picture }: Pick<SwatchProps, 'picture'>) {
  return picture ? <img src={picture} width={160} height={160} alt="" loading="lazy" decoding="async" /> : null;
}
