import type { CellChanges, CellTexts, GridRow } from '#features/variation-grid/contract.ts';

export type SentCells =
  | { readonly state: 'saved'; readonly rows: readonly GridRow[] }
  | { readonly state: 'problems' | 'conflicts'; readonly cells: CellTexts }
  /** `reason`: what the shop said, such as that the person may not do this any more; null when it said nothing. */
  | { readonly state: 'failed'; readonly reason: string | null };

const headers = { accept: 'application/json' };

/** @returns null when the shop did not answer with rows */
export async function loadRows(path: string): Promise<readonly GridRow[] | null> {
  const reply = await fetch(path, { headers }).catch(() => null);
  if (!reply?.ok) return null;
  const body = (await reply.json().catch(() => null)) as { readonly rows?: readonly GridRow[] } | null;
  return body?.rows ?? null;
}

export interface StockReason {
  readonly reason: string;
  readonly note: string;
}

export const writeCall = (changes: CellChanges, why: StockReason): string => JSON.stringify({ changes, ...why });

export async function sendCells(path: string, body: string): Promise<SentCells> {
  const init = { method: 'PUT', body, headers: { ...headers, 'content-type': 'application/json' } };
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
