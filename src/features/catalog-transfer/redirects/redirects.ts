import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isReserved, normalisePath, type ReadRedirect, type RedirectInput, readRedirect } from './redirect-rules.ts';
import { redirectSettings } from './settings.ts';

export interface StoredRedirect extends RedirectInput {
  readonly id: number;
}

const columns = 'id, source, target';
const selectById = sqlQuery<StoredRedirect>(
  'catalog-transfer.find-url-redirect',
  `select ${columns} from url_redirects where id = $1`,
);
const selectLocked = sqlQuery<StoredRedirect>(
  'catalog-transfer.lock-url-redirect',
  `select ${columns} from url_redirects where id = $1 for no key update`,
);
const selectBySource = sqlQuery<StoredRedirect>(
  'catalog-transfer.find-url-redirect-by-source',
  `select ${columns} from url_redirects where source = $1`,
);

export async function findStoredRedirect(db: Db, id: number, isLocking = false): Promise<StoredRedirect | null> {
  return (await (isLocking ? selectLocked : selectById)(db, [id]))[0] ?? null;
}

export async function findRedirectBySource(db: Db, source: string): Promise<StoredRedirect | null> {
  return (await selectBySource(db, [source]))[0] ?? null;
}

/**
 * Returns the target to which staff have redirected an address; null when there is no redirect, or when the
 * settings no longer allow its host.
 */
export async function findTarget({ settings }: Pick<Shop, 'settings'>, db: Db, path: string): Promise<string | null> {
  const source = normalisePath(path);
  const found = source === null || isReserved(source) ? null : await findRedirectBySource(db, source);
  if (!found) return null;
  const isOwn = found.target.startsWith('/');
  const isAllowed = isOwn || settings(redirectSettings).redirectHosts.includes(new URL(found.target).host);
  return isAllowed ? found.target : null;
}

/** Serialises the checks for loops: two redirects that are saved at the same time could form a loop. */
export const lockRedirects = sqlQuery(
  'catalog-transfer.lock-url-redirects',
  `select pg_advisory_xact_lock(hashtext('url_redirects'))`,
);

const maxSteps = 10;

/** Whether a new redirect would close a loop. A chain that is too long counts as a loop. */
async function isLoop(db: Db, { source, target }: RedirectInput): Promise<boolean> {
  let next: string | null = target;
  for (let step = 0; next !== null; step += 1) {
    const path: string | null = next.startsWith('/') ? normalisePath(next.split(/[?#]/, 1)[0] ?? '') : null;
    if (path === null) return false;
    if (path === source || step === maxSteps) return true;
    next = (await findRedirectBySource(db, path))?.target ?? null;
  }
  return false;
}

const insertRedirect = sqlQuery<{ id: number }>(
  'catalog-transfer.insert-url-redirect',
  `insert into url_redirects (source, target, created_at, updated_at) values ($1, $2, $3, $3)
  on conflict (source) do nothing returning id`,
);
const updateRedirect = sqlQuery<{ id: number }>(
  'catalog-transfer.update-url-redirect',
  `update url_redirects set source = $2, target = $3, updated_at = $4
  where id = $1 and not exists (select from url_redirects o where o.source = $2 and o.id <> $1) returning id`,
);
const deleteRedirect = sqlQuery<StoredRedirect>(
  'catalog-transfer.delete-url-redirect',
  `delete from url_redirects where id = $1 returning ${columns}`,
);

export type SaveRedirectResult =
  | { readonly ok: true; readonly id: number; readonly redirect: RedirectInput }
  | Extract<ReadRedirect, { readonly ok: false }>;

/** @param options `isLocking` is false when the transaction will be rolled back */
export async function saveRedirect(
  shop: Shop,
  tx: Tx,
  id: number | null,
  input: RedirectInput,
  { isLocking = true } = {},
): Promise<SaveRedirectResult> {
  const read = readRedirect(shop, input);
  if (!read.ok) return read;
  const { source, target } = read.redirect;
  if (isLocking) await lockRedirects(tx, []);
  if (await isLoop(tx, read.redirect)) return { ok: false, field: 'target', code: 'REDIRECT_LOOP' };
  const now = shop.clock.now();
  const [saved] =
    id === null ? await insertRedirect(tx, [source, target, now]) : await updateRedirect(tx, [id, source, target, now]);
  return saved
    ? { ok: true, id: saved.id, redirect: read.redirect }
    : { ok: false, field: 'source', code: 'SOURCE_TAKEN' };
}

export async function removeRedirect(tx: Tx, id: number): Promise<StoredRedirect | null> {
  return (await deleteRedirect(tx, [id]))[0] ?? null;
}
