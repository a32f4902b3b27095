/** Panels with the details of a photograph, and the menu of the list: one at a time, closed by Escape and a press outside. */
export function watchPanels(element: HTMLElement, signal: AbortSignal): void {
  const findOpen = () => [
    ...element.querySelectorAll<HTMLDetailsElement>('.wishlist-grid__item[open], .wishlist-menu[open]'),
  ];
  document.addEventListener(
    'click',
    ({ target }) => {
      const isBuying = (target as Element).closest('.add_to_cart') !== null;
      for (const panel of findOpen()) if (isBuying || !panel.contains(target as Node)) panel.open = false;
    },
    { signal },
  );
  element.addEventListener(
    'keydown',
    (event) => {
      const [panel] = event.key === 'Escape' ? findOpen() : [];
      if (!panel) return;
      panel.open = false;
      panel.querySelector('summary')?.focus();
    },
    { signal },
  );
}
