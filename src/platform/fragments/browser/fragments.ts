import { announce } from '#platform/islands/browser/announce.ts';

// Loaded on demand, because most page views change nothing.
const loadMorph = () => import('./morph.ts');

/**
 * Collects the page's fragments for a call: options by key, or by `key:instance`.
 * @param keys only the fragments with these keys; all fragments when absent
 */
export function collectFragments(keys?: readonly string[]): Record<string, unknown> {
  loadMorph().catch(() => {});
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-fragment]')];
  const requested = blocks.filter(({ dataset }) => !keys || keys.includes(dataset.fragment ?? ''));
  return Object.fromEntries(
    requested.map((block) => [getFragmentKey(block), JSON.parse(block.dataset.options ?? '{}')]),
  );
}

/**
 * Updates the page's fragments from a reply. A plain key updates every fragment of that key that
 * the reply does not name by instance. Changed `data-announce` texts are announced.
 */
export async function applyFragments(fragments: Readonly<Record<string, string>>): Promise<void> {
  const { morphFragment } = await loadMorph();
  const changed = new Set<string>();
  for (const block of document.querySelectorAll<HTMLElement>('[data-fragment]')) {
    const { fragment: key = '' } = block.dataset;
    const html = fragments[getFragmentKey(block)] ?? fragments[key];
    if (html === undefined || !block.isConnected) continue;
    changed.add(key);
    const before = readAnnouncement(block);
    const focused = block.contains(document.activeElement) ? document.activeElement : null;
    morphFragment(block, html);
    if (focused && !focused.isConnected) restoreFocus(block, focused);
    const after = readAnnouncement(block);
    if (after !== before) announce(after);
  }
  if (changed.size > 0)
    document.dispatchEvent(new CustomEvent('vt:fragments-changed', { detail: { keys: [...changed] } }));
}

function getFragmentKey({ dataset }: HTMLElement): string {
  return dataset.instance ? `${dataset.fragment}:${dataset.instance}` : (dataset.fragment ?? '');
}

/**
 * Returns the texts to announce: the value of each `data-announce`, or the element's text when the value is empty.
 */
function readAnnouncement(block: Element): string {
  const parts = [...block.querySelectorAll<HTMLElement>('[data-announce]')];
  return parts.map((part) => part.dataset.announce || part.textContent.trim()).join(' ');
}

/** Focuses the fragment when the focused element was removed, so that keyboard users keep their place. */
function restoreFocus(block: Element, removed: Element): void {
  const replacement = removed.id ? block.querySelector<HTMLElement>(`#${CSS.escape(removed.id)}`) : null;
  const next =
    replacement ??
    block.querySelector<HTMLElement>(
      'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, [tabindex]',
    );
  next?.focus({ preventScroll: true });
}
