import {
  type CellChanges,
  type CellTexts,
  type GridPicture,
  type GridRow,
  picturesSuffix,
} from '#features/variation-grid/contract.ts';

export type SentCells =
  | { readonly state: 'saved'; readonly rows: readonly GridRow[] }
  | { readonly state: 'problems' | 'conflicts'; readonly cells: CellTexts }
  /** `reason`: the shop's message, such as that the person has no permission any more; null without an answer. */
  | { readonly state: 'failed'; readonly reason: string | null };

const headers = { accept: 'application/json' };

/** @returns null when the shop does not answer with rows */
export async function loadRows(path: string): Promise<readonly GridRow[] | null> {
  const reply = await fetch(path, { headers }).catch(() => null);
  if (!reply?.ok) return null;
  const body = (await reply.json().catch(() => null)) as { readonly rows?: readonly GridRow[] } | null;
  return body?.rows ?? null;
}

/** @param query search text; empty for the images of the product */
export async function findPictures(path: string, query: string): Promise<readonly GridPicture[]> {
  const reply = await fetch(`${path}${picturesSuffix}?${new URLSearchParams({ q: query })}`, { headers });
  return reply.ok ? ((await reply.json()) as { readonly pictures: readonly GridPicture[] }).pictures : [];
}

export interface StockReason {
  readonly reason: string;
  readonly note: string;
}

export const writeCall = (changes: CellChanges, stockReason: StockReason): string =>
  JSON.stringify({ changes, ...stockReason });

/** @param key idempotency key, which must be the same when the cells are sent again after a lost answer */
export async function sendCells(path: string, body: string, key: string): Promise<SentCells> {
  const named = { ...headers, 'content-type': 'application/json', 'idempotency-key': key };
  const init = { method: 'PUT', body, headers: named };
  const reply = await fetch(path, init).catch(() => null);
  const answer = (await reply?.json().catch(() => null)) as Answer | null;
  if (reply?.ok && answer?.rows) return { state: 'saved', rows: answer.rows };
  const cells = answer?.data?.params;
  if (cells && answer.code === 'VARIATIONS_CHANGED') return { state: 'conflicts', cells };
  if (cells && answer.code === 'VARIATIONS_INVALID') return { state: 'problems', cells };
  return { state: 'failed', reason: answer?.message ?? null };
}

interface Answer {
  readonly rows?: readonly GridRow[];
  readonly code?: string;
  readonly message?: string;
  readonly data?: { readonly params?: CellTexts };
}
