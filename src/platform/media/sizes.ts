export const widths = [160, 320, 480, 640, 960, 1280, 1600] as const;
export const formats = ['avif', 'webp', 'jpg'] as const;

export type Width = (typeof widths)[number];
export type Format = (typeof formats)[number];

export const mimeTypes: Readonly<Record<Format, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** Widths of an image. Nothing is enlarged: the last file can be as wide as the original. */
export function listWidths(original: number): Width[] {
  const enough = widths.findIndex((width) => width >= original);
  return widths.slice(0, enough === -1 ? widths.length : enough + 1);
}

/** The name identifies the content, so the file is immutable. */
export function createFileName(sha256: string, width: Width, format: Format): string {
  return `${sha256.slice(0, 16)}-${width}.${format}`;
}

/** SQL for the address of an image's smallest size. @param sha256 SQL for its hash */
export function smallestUrlSql(sha256: string): string {
  return `'/media/' || left(${sha256}, 16) || '-${widths[0]}.webp'`;
}

export interface SizeName {
  /** First 16 digits of the original's SHA-256. */
  readonly hashPrefix: string;
  readonly width: Width;
  readonly format: Format;
}

/** Null for an invalid name, so that only valid names reach the disk. */
export function parseFileName(name: string): SizeName | null {
  const parts = /^([0-9a-f]{16})-([1-9]\d{2,3})\.(avif|webp|jpg)$/.exec(name);
  if (!parts) return null;
  const [, hashPrefix = '', digits, format] = parts;
  const width = widths.find((known) => known === Number(digits));
  return width === undefined ? null : { hashPrefix, width, format: format as Format };
}
