import { sortByPointer } from '#ui/browser/sort-by-pointer.ts';

/** Moves categories among their siblings with the pointer, and submits the form of the moved category. */
export function behaviour(element: HTMLElement): () => void {
  const controller = new AbortController();
  sortByPointer(
    element,
    {
      ...{ row: '[data-category]', direction: 'block' },
      isHandle: (pressed) => pressed.closest('[data-handle]') !== null,
      onMoved: (row, by) => {
        const form = row.querySelector<HTMLFormElement>(':scope > .category-tree__row form');
        form?.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'by', value: String(by) }));
        form?.requestSubmit();
      },
    },
    controller.signal,
  );
  for (const handle of element.querySelectorAll<HTMLElement>('[data-handle]')) handle.hidden = false;
  return () => controller.abort();
}
