import { createHash } from 'node:crypto';

export type ImageSource =
  /** `hashPrefix` identifies this shop's own images by their URL (docs/decisions/0004). */
  | { readonly kind: 'address'; readonly address: string; readonly hashPrefix: string | null }
  | { readonly kind: 'name'; readonly name: string }
  /** A path outside the folder, or no usable source. */
  | { readonly kind: 'unsafe' | 'unknown'; readonly name: string };

/** Bytes. Longer sources exceed the index, so their hash is stored. */
const maxSourceBytes = 1900;

export function parseImageSource(image: string): ImageSource {
  const isTooLong = Buffer.byteLength(image) > maxSourceBytes;
  const name = isTooLong ? `sha256:${createHash('sha256').update(image).digest('hex')}` : image;
  if (URL.canParse(image) && /^https?:\/\//i.test(image)) {
    if (isTooLong) return { kind: 'unknown', name };
    const [, hashPrefix = null] =
      /^\/media\/([0-9a-f]{16})-\d+\.(?:avif|webp|jpg)$/.exec(new URL(image).pathname) ?? [];
    return { kind: 'address', address: image, hashPrefix };
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(image) || image.length > 500) return { kind: 'unknown', name };
  const parts = image.split('/');
  const isOutside = parts.some((part) => part === '' || part.startsWith('.')) || /[\\\0]/.test(image);
  return { kind: isOutside ? 'unsafe' : 'name', name: image };
}

export function isPossiblyUnavailable(image: string, folder: string | undefined): boolean {
  const { kind } = parseImageSource(image);
  return kind === 'name' ? folder === undefined : kind !== 'address';
}
