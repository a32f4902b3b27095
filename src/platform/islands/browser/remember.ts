/**
 * Remembers the first press on what does nothing without script, for an element that wakes by it.
 * @returns does again, once awake, what the shopper did meanwhile. Links, fields and forms have done their own part already.
 */
export function rememberInteraction(element: HTMLElement, signal: AbortSignal): () => void {
  if (element.getAttribute('when') !== 'interaction') return () => {};
  let pressed: HTMLElement | null = null;
  const listening = new AbortController();
  signal.addEventListener('abort', () => listening.abort());
  const remember = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLElement>('button, [role=button]');
    if (button && !(button as HTMLButtonElement).form) pressed ??= button;
    else if (button?.getAttribute('type') === 'button') pressed ??= button;
  };
  element.addEventListener('click', remember, { signal: listening.signal });
  return () => {
    listening.abort();
    const focused = document.activeElement;
    if (focused && element.contains(focused)) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    if (pressed?.isConnected) pressed.click();
  };
}
