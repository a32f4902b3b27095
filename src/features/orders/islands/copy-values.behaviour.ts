import { announce } from '#platform/islands/browser/announce.ts';

/**
 * Copies the value before a button. When the browser denies access to the clipboard, the value is selected, so that
 * the shopper can copy it.
 */
export function behaviour(element: HTMLElement): () => void {
  const copy = async ({ target }: MouseEvent) => {
    const button = (target as Element).closest('button');
    const value = button?.parentElement?.querySelector('span');
    if (!button || !value) return;
    try {
      await navigator.clipboard.writeText(value.textContent);
      announce(button.dataset.copied ?? '');
      button.textContent = button.dataset.done ?? '';
    } catch {
      getSelection()?.selectAllChildren(value);
    }
  };
  element.addEventListener('click', copy);
  return () => element.removeEventListener('click', copy);
}
