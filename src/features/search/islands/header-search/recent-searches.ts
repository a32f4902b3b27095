const storageKey = 'vt-searches';
const maxSearches = 5;

export function readRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((search) => typeof search === 'string').slice(0, maxSearches) : [];
  } catch {
    return [];
  }
}

export function addRecentSearch(search: string): void {
  if (search === '') return;
  const others = readRecentSearches().filter((other) => other.toLowerCase() !== search.toLowerCase());
  write([search, ...others].slice(0, maxSearches));
}

export const clearRecentSearches = (): void => write([]);

function write(searches: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(searches));
  } catch {
    // When the storage is full or forbidden, the search is not stored.
  }
}
