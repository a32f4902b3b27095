import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findByName } from '#platform/media/records.ts';
import { fetchRemoteImage } from '../image-job.ts';
import type { ImageRecord } from '../records.ts';
import { addressInFolder, ensureRemoteImages, findRemoteImages, type RemoteImage } from '../remote-images.ts';
import type { Note, Target } from './batch.ts';
import type { ParsedRow } from './parsed-row.ts';

type Source =
  | { readonly kind: 'address'; readonly address: string; readonly short: string | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'unsafe' | 'unknown' };

/** What a cell names. `short` is how a picture of a shop's own is known by its address (docs/decisions/0004). */
function sourceOf(image: string): Source {
  if (URL.canParse(image) && /^https?:/i.test(image)) {
    if (Buffer.byteLength(image) > 2000) return { kind: 'unknown' };
    const [, short = null] = /^\/media\/([0-9a-f]{16})-\d+\.(?:avif|webp|jpg)$/.exec(new URL(image).pathname) ?? [];
    return { kind: 'address', address: image, short };
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(image) || image.length > 500) return { kind: 'unknown' };
  const parts = image.split('/');
  const outside = parts.some((part) => part === '' || part.startsWith('.')) || /[\\\0]/.test(image);
  return outside ? { kind: 'unsafe' } : { kind: 'name', name: image };
}

/** The pictures that rows of a batch name. */
export interface Pictures {
  /** @param shown what the product shows now. @returns null for what is no picture that can be had */
  record(image: string, shown: readonly ImageRecord[]): ImageRecord | null;
  /** Enqueues what is still to be fetched for these rows, and tells which those are. */
  fetch(rows: readonly ParsedRow[]): Promise<void>;
  notes(row: ParsedRow): Note[];
}

const ownMedia = sqlQuery<{ short: string; id: number }>(
  'catalog.own-media',
  'select left(sha256, 16) as short, id from platform.media where left(sha256, 16) = any($1::text[])',
);

async function ownPictures(db: Db, shorts: readonly string[]): Promise<Map<string, number>> {
  if (shorts.length === 0) return new Map();
  return new Map((await ownMedia(db, [shorts])).map(({ short, id }) => [short, id]));
}

/** Finds the pictures that rows name: the shop's own, those of an earlier import, and new ones that are only remembered yet. */
export async function findPictures(target: Target, tx: Tx, images: readonly string[]): Promise<Pictures> {
  const sources = new Map([...new Set(images)].map((image) => [image, sourceOf(image)]));
  const all = [...sources.values()];
  const own = await ownPictures(
    tx,
    all.flatMap((source) => (source.kind === 'address' && source.short !== null ? source.short : [])),
  );
  const isOwn = (source: Source) => source.kind === 'address' && source.short !== null && own.has(source.short);
  const addresses = all.flatMap((source) => (source.kind === 'address' && !isOwn(source) ? source.address : []));
  const names = all.flatMap((source) => (source.kind === 'name' ? source.name : []));
  const inFolder = names.map(addressInFolder);
  const remembered = new Map([
    ...(await ensureRemoteImages(tx, target.images === undefined ? addresses : [...addresses, ...inFolder])),
    ...(target.images === undefined ? await findRemoteImages(tx, inFolder) : []),
  ]);
  const named = await findByName(
    tx,
    names.filter((name) => !remembered.has(addressInFolder(name))),
  );
  const remoteOf = (image: string): RemoteImage | undefined => {
    const source = sources.get(image);
    if (source?.kind === 'address') return remembered.get(source.address);
    return source?.kind === 'name' ? remembered.get(addressInFolder(source.name)) : undefined;
  };
  const mediaOf = (image: string): number | undefined => {
    const source = sources.get(image);
    if (source?.kind === 'address') return own.get(source.short ?? '');
    return source?.kind === 'name' ? named.get(source.name)?.id : undefined;
  };
  return {
    record(image, shown) {
      const remote = remoteOf(image);
      if (remote) return recordOf(remote, shown);
      const mediaId = mediaOf(image);
      if (mediaId === undefined) return null;
      return shown.find((one) => one.mediaId === mediaId) ?? { mediaId, remoteId: null };
    },
    async fetch(rows) {
      for (const row of rows) for (const image of row.images ?? []) await fetchOne(target, tx, row, remoteOf(image));
    },
    notes: (row) =>
      (row.images ?? []).flatMap((image): Note[] => {
        if (remoteOf(image) || mediaOf(image) !== undefined) return [];
        const at = { line: row.line, field: 'images' };
        if (sources.get(image)?.kind === 'unsafe') {
          return [{ ...at, code: 'UNSAFE_IMAGE', message: `'${image}' leads out of the folder of pictures` }];
        }
        const isName = sources.get(image)?.kind === 'name';
        const hint = isName ? '; --images names the folder in which it is' : '';
        return [{ ...at, code: 'UNKNOWN_IMAGE', message: `'${image}' is no address of an image${hint}` }];
      }),
  };
}

/** What can't be had keeps the picture that stands in its place. */
function recordOf({ id, state, mediaId }: RemoteImage, shown: readonly ImageRecord[]): ImageRecord {
  if (state === 'stored') return { mediaId, remoteId: id };
  return { mediaId: shown.find((one) => one.remoteId === id)?.mediaId ?? null, remoteId: id };
}

/** A file in a folder may have changed under its name, so it is looked at again each time. */
async function fetchOne(target: Target, tx: Tx, { line }: ParsedRow, remote: RemoteImage | undefined): Promise<void> {
  if (!remote) return;
  const isNamed = remote.url.startsWith(addressInFolder(''));
  if (isNamed ? target.images === undefined : remote.state === 'stored') return;
  target.onPicture?.(remote.id, line);
  await enqueue(target.shop, tx, remote.id, isNamed ? target.images : undefined);
}

function enqueue(shop: Shop, tx: Tx, id: number, folder: string | undefined): Promise<void> {
  return shop.jobs.add(tx, fetchRemoteImage, { id, folder }, { key: `catalog:image:${id}` });
}
