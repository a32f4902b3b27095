import { announce } from '#platform/islands/browser/announce.ts';

// Loaded on demand: most page views change nothing.
const loadMorph = () => import('./morph.ts');

/**
 * The page's fragments as calls request them: options by key, or by `key:instance`.
 * @param keys only these; all when absent
 */
export function collectFragments(keys?: readonly string[]): Record<string, unknown> {
  loadMorph().catch(() => {});
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-fragment]')];
  const asked = blocks.filter(({ dataset }) => !keys || keys.includes(dataset.fragment ?? ''));
  return Object.fromEntries(asked.map((block) => [keyOf(block), JSON.parse(block.dataset.options ?? '{}')]));
}

/**
 * Updates the page's fragments from a reply. A plain key updates every fragment of that key that
 * the reply does not name by instance. Changed `data-announce` texts are announced.
 */
export async function applyFragments(fragments: Readonly<Record<string, string>>): Promise<void> {
  const { morph } = await loadMorph();
  const changed = new Set<string>();
  for (const block of document.querySelectorAll<HTMLElement>('[data-fragment]')) {
    const { fragment: key = '' } = block.dataset;
    const html = fragments[keyOf(block)] ?? fragments[key];
    if (html === undefined || !block.isConnected) continue;
    changed.add(key);
    const before = wordsOf(block);
    const focused = block.contains(document.activeElement) ? document.activeElement : null;
    morph(block, html);
    if (focused && !focused.isConnected) refocus(block, focused);
    const after = wordsOf(block);
    if (after !== before) announce(after);
  }
  if (changed.size > 0)
    document.dispatchEvent(new CustomEvent('vt:fragments-changed', { detail: { keys: [...changed] } }));
}

function keyOf({ dataset }: HTMLElement): string {
  return dataset.instance ? `${dataset.fragment}:${dataset.instance}` : (dataset.fragment ?? '');
}

/** The text of `<p data-announce>…</p>`, or the value of `data-announce="…"` when it differs. */
function wordsOf(block: Element): string {
  const parts = [...block.querySelectorAll<HTMLElement>('[data-announce]')];
  return parts.map((part) => part.dataset.announce || part.textContent.trim()).join(' ');
}

/**
 * When the focused element was removed, focuses the fragment, so keyboard users keep their place.
 */
function refocus(block: Element, gone: Element): void {
  const same = gone.id ? block.querySelector<HTMLElement>(`#${CSS.escape(gone.id)}`) : null;
  const next =
    same ??
    block.querySelector<HTMLElement>(
      'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, [tabindex]',
    );
  next?.focus({ preventScroll: true });
}
