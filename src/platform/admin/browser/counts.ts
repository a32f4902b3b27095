import { countsPath } from '#platform/admin/contract.ts';
import { call } from '#platform/http/browser/api.ts';

interface StoredCounts {
  readonly counts: Readonly<Record<string, number>>;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

const storageKey = 'vt-admin-counts';
/** Milliseconds for which the numbers of the previous page are reused. */
const maxAge = 20_000;

/** Shows the numbers beside the navigation: first the numbers of the previous page, then those of the server. */
export function startCounts(): void {
  if (!document.querySelector('[data-admin-count]')) return;
  const stored = readStored();
  if (stored) showCounts(stored.counts);
  if (!stored || Math.abs(Date.now() - stored.askedAt) > maxAge) void askForCounts();
  document.addEventListener('vt:written', () => void askForCounts());
  document.addEventListener('visibilitychange', () => document.hidden || void askForCounts());
}

async function askForCounts(): Promise<void> {
  const answer = await call<Pick<StoredCounts, 'counts'>>(countsPath);
  if (!answer.ok) return;
  const { counts } = answer.data;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ counts, askedAt: Date.now() } satisfies StoredCounts));
  } catch {
    // The storage is full or forbidden: each page requests the numbers.
  }
  showCounts(counts);
}

function showCounts(counts: StoredCounts['counts']): void {
  for (const badge of document.querySelectorAll<HTMLElement>('[data-admin-count]')) {
    const paths = badge.dataset.adminCount?.split(' ') ?? [];
    const sum = paths.reduce((total, path) => total + (counts[path] ?? 0), 0);
    badge.textContent = sum > 999 ? '999+' : String(sum);
    badge.hidden = sum === 0;
  }
}

function readStored(): StoredCounts | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
  } catch {
    return null;
  }
}
