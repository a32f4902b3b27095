import { announce } from '#platform/islands/browser/announce.ts';

// Fetched when it is first likely to be needed: most visits to a page change nothing in it.
const loadMorph = () => import('./morph.ts');

/**
 * The blocks of the page, as calls ask for them: keys (`key:instance` where a page has several) to options.
 * @param keys only these; all when absent
 */
export function collectFragments(keys?: readonly string[]): Record<string, unknown> {
  loadMorph().catch(() => {});
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-fragment]')];
  const asked = blocks.filter(({ dataset }) => !keys || keys.includes(dataset.fragment ?? ''));
  return Object.fromEntries(asked.map((block) => [keyOf(block), JSON.parse(block.dataset.options ?? '{}')]));
}

/**
 * Brings the blocks of the page up to date with what a reply holds: a plain key means every block of that key that the reply doesn't name by its
 * instance. What a block says about itself in `data-announce` is spoken when it has changed.
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

/** `<p data-announce>2 pieces in the cart</p>`, or `data-announce="…"` where other words are spoken than shown. */
function wordsOf(block: Element): string {
  const parts = [...block.querySelectorAll<HTMLElement>('[data-announce]')];
  return parts.map((part) => part.dataset.announce || part.textContent.trim()).join(' ');
}

/** What had the focus is gone (a removed row): someone with a keyboard goes on from the block, not from the top of the page. */
function refocus(block: Element, gone: Element): void {
  const same = gone.id ? block.querySelector<HTMLElement>(`#${CSS.escape(gone.id)}`) : null;
  const next =
    same ??
    block.querySelector<HTMLElement>(
      'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, [tabindex]',
    );
  next?.focus({ preventScroll: true });
}
