/**
 * Remembers the first press on a button that needs script, in an element whose trigger is
 * `interaction`. Links, fields and submit buttons work without script.
 * @returns replays focus and press after hydration
 */
export function rememberInteraction(element: HTMLElement, signal: AbortSignal): () => void {
  if (element.getAttribute('when') !== 'interaction') return () => {};
  let pressed: HTMLElement | null = null;
  const rememberPress = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLButtonElement>('button, [role=button]');
    if (button && !(button.form && button.type === 'submit')) pressed ??= button;
  };
  element.addEventListener('click', rememberPress, { signal });
  return () => {
    element.removeEventListener('click', rememberPress);
    const focused = document.activeElement;
    if (focused && element.contains(focused)) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    if (pressed?.isConnected) pressed.click();
  };
}
