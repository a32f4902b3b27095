import sharp from 'sharp';
import type { Shop } from '#platform/features/shop.ts';

/** An empty picture frame in the theme's colours (src/ui/styles/tokens.css). */
const placeholderSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="1200" viewBox="0 0 960 1200">
  <rect width="960" height="1200" fill="#e8dfd1"/>
  <rect y="868" width="960" height="332" fill="#ded5c8"/>
  <path d="M0 868 h960" stroke="#cfc4b4" stroke-width="4"/>
  <path d="M268 880 h440 l-36 26 h-368 z" fill="#cfc4b4"/>
  <rect x="268" y="364" width="424" height="512" fill="#f0e8dc" stroke="#8f8375" stroke-width="8"/>
  <rect x="316" y="412" width="328" height="416" fill="#f7f3ec" stroke="#cfc4b4" stroke-width="4"/>
  <circle cx="560" cy="536" r="34" fill="none" stroke="#97502f" stroke-width="6" opacity="0.6"/>
  <path d="M316 742 C 372 650 420 640 470 706 C 520 662 580 640 644 716 V 828 H 316 z" fill="#e8dfd1" stroke="#8f8375" stroke-width="6" stroke-linejoin="round"/>
</svg>`;

let placeholderPng: Promise<Buffer> | undefined;

/** Renders the placeholder as PNG. The bytes are always equal, so the media library stores them once. */
function renderPlaceholder(): Promise<Buffer> {
  placeholderPng ??= sharp(Buffer.from(placeholderSvg)).removeAlpha().png({ compressionLevel: 9 }).toBuffer();
  return placeholderPng;
}

/**
 * Stores the placeholder in the media library. It must not be called in an open transaction, because it waits
 * for the disk.
 * @returns its media id
 */
export async function storePlaceholder(shop: Shop): Promise<number> {
  const stored = await shop.media.store(shop.db, { bytes: await renderPlaceholder(), name: 'no-picture.png', alt: '' });
  if (!stored.ok) throw new Error(`the placeholder can't be stored: ${stored.code}`);
  return stored.id;
}
