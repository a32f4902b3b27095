/**
 * Remembers the first press on what does nothing without script, for an element that wakes by it.
 * @returns does again, once awake, what the shopper did meanwhile. Links, fields and forms have done their own part already.
 */
export function rememberInteraction(element: HTMLElement, signal: AbortSignal): () => void {
  if (element.getAttribute('when') !== 'interaction') return () => {};
  let pressed: HTMLElement | null = null;
  const remember = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLButtonElement>('button, [role=button]');
    if (button && !(button.form && button.type === 'submit')) pressed ??= button;
  };
  element.addEventListener('click', remember, { signal });
  return () => {
    element.removeEventListener('click', remember);
    const focused = document.activeElement;
    if (focused && element.contains(focused)) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    if (pressed?.isConnected) pressed.click();
  };
}
