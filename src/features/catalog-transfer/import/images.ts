import type { ImageRecord } from '#features/catalog/index.ts';
import {
  ensureFailedImages,
  ensureRemoteImages,
  fetchRemoteImage,
  findNonImportedMediaIds,
  findRemoteImages,
  type RemoteImage,
  readFolderUrl,
  showPlaceholders,
  toFolderUrl,
} from '#features/catalog/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { findByName } from '#platform/media/records.ts';
import type { Note, Target } from './batch.ts';
import { type ImageSource, sourceOf } from './image-source.ts';
import type { ParsedRow } from './parsed-row.ts';

/** A picture of the shop's own; one that is fetched; or one that nobody can fetch, of which only the name is kept. */
type Found =
  | { readonly mediaId: number }
  | { readonly remote: RemoteImage; readonly problem: null | 'UNSAFE_IMAGE' | 'UNKNOWN_IMAGE' };

/** The pictures that rows of a batch name. */
export interface Pictures {
  /** @param shown what the product shows now */
  records(images: readonly string[], shown: readonly ImageRecord[]): ImageRecord[];
  /** Enqueues what is still to be fetched for these rows, and tells which those are; draws what can't be. */
  fetch(rows: readonly ParsedRow[]): Promise<void>;
  /** One that a swatch shows, or will show when it is there. */
  swatch(image: string): ImageRecord;
  /** Enqueues what is still to be fetched for a swatch, and tells it. */
  fetchSwatch(line: number, image: string): Promise<void>;
  notes(asked: Asked): Note[];
}

interface Asking {
  readonly line: number;
  readonly field: 'images' | 'swatches';
}

interface Asked extends Asking {
  readonly images: readonly string[];
}

/** Finds the pictures that rows name: the shop's own, those of an earlier import, and new ones that are only remembered yet. */
export async function findPictures(target: Target, tx: Tx, images: readonly string[]): Promise<Pictures> {
  const sources = [...new Set(images)].map((image) => [image, sourceOf(image)] as const);
  const named = sources.flatMap(([, source]) => (source.kind === 'name' ? source.name : []));
  const found: ReadonlyMap<string, Found> = new Map([
    ...(await ofAddresses(tx, sources)),
    ...(target.images === undefined ? await ofNames(tx, named) : await inFolder(tx, named)),
    ...(await hopeless(tx, sources, 'UNSAFE_IMAGE')),
    ...(await hopeless(tx, sources, 'UNKNOWN_IMAGE')),
  ]);
  return {
    records: (named, shown) =>
      recordsOf(
        named.flatMap((image) => found.get(image) ?? []),
        shown,
      ),
    async fetch(rows) {
      const asked = rows.flatMap(({ line, images }) =>
        (images ?? []).flatMap((image) => {
          const one = found.get(image);
          return one && 'remote' in one ? [{ line, ...one }] : [];
        }),
      );
      for (const { line, remote, problem } of asked) {
        if (problem === null) await fetchOne(target, tx, remote, { line, field: 'images' });
      }
      const lost = asked.flatMap(({ remote, problem }) => (problem === null ? [] : remote.id));
      if (lost.length > 0 && !target.dryRun) {
        await showPlaceholders(target.shop, tx, lost, await target.standIn());
      }
    },
    swatch(image) {
      const one = found.get(image);
      if (!one || 'mediaId' in one) return { mediaId: one?.mediaId ?? null, remoteId: null };
      return { mediaId: one.remote.mediaId, remoteId: one.remote.id };
    },
    async fetchSwatch(line, image) {
      const one = found.get(image);
      if (!one || 'mediaId' in one || one.problem !== null) return;
      await fetchOne(target, tx, one.remote, { line, field: 'swatches' });
    },
    notes: ({ line, field, images }) =>
      images.flatMap((image): Note[] => {
        const one = found.get(image);
        if (!one || 'mediaId' in one || one.problem === null) return [];
        return [{ line, field, code: one.problem, message: reasonOf(image, one.problem) }];
      }),
  };
}

function reasonOf(image: string, problem: 'UNSAFE_IMAGE' | 'UNKNOWN_IMAGE'): string {
  const named = `'${image.length > 200 ? `${image.slice(0, 200)}…` : image}'`;
  if (problem === 'UNSAFE_IMAGE') return `${named} is outside the image folder`;
  const hint = sourceOf(image).kind === 'name' ? '; pass its folder with --images' : '';
  return `${named} is not the address of an image${hint}`;
}

type Entry = readonly [image: string, found: Found];
type Sources = readonly (readonly [image: string, source: ImageSource])[];

const ownMedia = sqlQuery<{ short: string; id: number }>(
  'catalog-transfer.own-media',
  'select left(sha256, 16) as short, id from platform.media where left(sha256, 16) = any($1::text[])',
);

async function ofAddresses(tx: Tx, sources: Sources): Promise<Entry[]> {
  const addresses = sources.flatMap(([, source]) => (source.kind === 'address' ? source : []));
  const shorts = addresses.flatMap(({ short }) => short ?? []);
  const own = new Map(shorts.length === 0 ? [] : (await ownMedia(tx, [shorts])).map(({ short, id }) => [short, id]));
  const others = addresses.filter(({ short }) => short === null || !own.has(short));
  const remembered = await ensureRemoteImages(
    tx,
    others.map(({ address }) => address),
  );
  return addresses.flatMap(({ address, short }): Entry[] => {
    const mediaId = own.get(short ?? '');
    const remote = remembered.get(address);
    if (mediaId !== undefined) return [[address, { mediaId }]];
    return remote ? [[address, { remote, problem: null }]] : [];
  });
}

async function inFolder(tx: Tx, names: readonly string[]): Promise<Entry[]> {
  const remembered = await ensureRemoteImages(tx, names.map(toFolderUrl));
  return names.flatMap((name): Entry[] => {
    const remote = remembered.get(toFolderUrl(name));
    return remote ? [[name, { remote, problem: null }]] : [];
  });
}

/** Without a folder: what an earlier import had from one, or what the shop has under that name. */
async function ofNames(tx: Tx, names: readonly string[]): Promise<Entry[]> {
  const remembered = await findRemoteImages(tx, names.map(toFolderUrl));
  const isOpen = (name: string) => (remembered.get(toFolderUrl(name))?.state ?? 'failed') === 'failed';
  const own = await findOwn(tx, names.filter(isOpen), (name) => remembered.has(toFolderUrl(name)));
  const missing = names.filter((name) => !remembered.has(toFolderUrl(name)) && !own.has(name));
  const all = new Map([...remembered, ...(await ensureFailedImages(tx, missing.map(toFolderUrl), 'UNKNOWN_IMAGE'))]);
  return names.flatMap((name): Entry[] => {
    const mediaId = own.get(name);
    const remote = all.get(toFolderUrl(name));
    if (mediaId !== undefined) return [[name, { mediaId }]];
    return remote ? [[name, { remote, problem: remote.state === 'failed' ? 'UNKNOWN_IMAGE' : null }]] : [];
  });
}

/** The same name in another import's folder is another picture, so for a name that is waited for those don't count. */
async function findOwn(
  db: Db,
  names: readonly string[],
  isAwaited: (name: string) => boolean,
): Promise<Map<string, number>> {
  const found = [...(await findByName(db, names))].map(([name, { id }]) => ({ name, id }));
  const awaited = found.filter(({ name }) => isAwaited(name)).map(({ id }) => id);
  const free = new Set(await findNonImportedMediaIds(db, awaited));
  return new Map(found.flatMap(({ name, id }) => (isAwaited(name) && !free.has(id) ? [] : [[name, id] as const])));
}

async function hopeless(tx: Tx, sources: Sources, problem: 'UNSAFE_IMAGE' | 'UNKNOWN_IMAGE'): Promise<Entry[]> {
  const kind = problem === 'UNSAFE_IMAGE' ? 'unsafe' : 'unknown';
  const ours = sources.flatMap(([image, source]) => (source.kind === kind ? { image, name: source.name } : []));
  const remembered = await ensureFailedImages(
    tx,
    ours.map(({ name }) => toFolderUrl(name)),
    problem,
  );
  return ours.flatMap(({ image, name }): Entry[] => {
    const remote = remembered.get(toFolderUrl(name));
    return remote ? [[image, { remote, problem }]] : [];
  });
}

/** What can't be had keeps the picture that stands in its place, but for where there is a real one now. */
function recordsOf(found: readonly Found[], shown: readonly ImageRecord[]): ImageRecord[] {
  const isReal = (one: Found) => 'mediaId' in one || one.remote.state === 'stored';
  const standIns = !found.some(isReal);
  const records = found.map((one): ImageRecord => {
    if ('mediaId' in one) {
      return shown.find(({ mediaId }) => mediaId === one.mediaId) ?? { mediaId: one.mediaId, remoteId: null };
    }
    const { id, mediaId } = one.remote;
    if (isReal(one)) return { mediaId, remoteId: id };
    return {
      mediaId: standIns ? (shown.find(({ remoteId }) => remoteId === id)?.mediaId ?? null) : null,
      remoteId: id,
    };
  });
  return [...new Map(records.map((record) => [`${record.remoteId ?? ''} ${record.mediaId ?? ''}`, record])).values()];
}

async function fetchOne(
  target: Target,
  tx: Tx,
  { id, url, state }: RemoteImage,
  { line, field }: Asking,
): Promise<void> {
  const isNamed = readFolderUrl(url) !== null;
  // A file in a folder may have changed under its name, so it is looked at again each time.
  if (isNamed ? target.images === undefined : state === 'stored') return;
  target.onPicture?.(id, line, field);
  const folder = isNamed ? target.images : undefined;
  await target.shop.jobs.add(tx, fetchRemoteImage, { id, folder }, { key: `catalog:image:${id}` });
}
