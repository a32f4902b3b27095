/**
 * Ignores the second click of a double click where the answer to the first one has put another button
 * below the pointer, such as 'Delete' of the next list.
 */
export function watchDoubleClicks(element: HTMLElement, signal: AbortSignal): void {
  let first = '';
  element.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>('button');
      const pressed = button ? describe(button) : '';
      // Clicks of the keyboard have no number.
      if (event.detail <= 1) first = pressed;
      else if (pressed !== first) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { signal, capture: true },
  );
}

/** Morphing may make the button of one row that of another one. */
function describe({ name, value, form, type }: HTMLButtonElement): string {
  const list = form?.querySelector<HTMLInputElement>('input[name="wishlist_id"]')?.value;
  return JSON.stringify([type, name, value, form?.getAttribute('action'), list]);
}
