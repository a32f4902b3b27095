import { createUploadList, watchFiles } from './uploads/upload-list.ts';

/**
 * A field of pictures: uploads what is chosen or dropped, and sorts by the pointer. What changes is shown by the server,
 * after the field's own button. Without it, the form sends files and presses buttons.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const field = element.querySelector<HTMLElement>('[data-media-field]');
  if (!field) return;
  const controller = new AbortController();
  const { signal } = controller;
  const { mediaField: name = '', rest = '' } = field.dataset;
  /** Shows the field as it is now, which counts as a change of the form. */
  const show = () => {
    const button = field.querySelector<HTMLButtonElement>('[data-media-show]');
    button?.form?.requestSubmit(button);
  };
  const list = createUploadList(field, rest, signal);
  watchFiles(
    field,
    (files) => {
      void list.upload(files).then((added) => {
        for (const { id } of added) {
          const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value: String(id) });
          field.append(input);
        }
        if (added.length > 0) show();
      });
    },
    signal,
  );
  watchSorting(field, show, signal);
  return () => controller.abort();
}

const listItems = (field: HTMLElement) => [...field.querySelectorAll<HTMLElement>('[data-media-item]')];

/** Moves a picture with the pointer. Escape puts it back. Buttons do the same by keys. */
function watchSorting(field: HTMLElement, show: () => void, signal: AbortSignal): void {
  field.addEventListener(
    'pointerdown',
    (event) => {
      const pressed = event.target instanceof Element ? event.target : null;
      const item = pressed?.closest<HTMLElement>('[data-media-item]');
      if (!item || !event.isPrimary || event.button !== 0 || pressed?.closest('button')) return;
      // A finger scrolls the page everywhere but on the picture itself.
      if (event.pointerType !== 'mouse' && pressed?.tagName !== 'IMG') return;
      event.preventDefault();
      drag(field, item, show);
    },
    { signal },
  );
}

function drag(field: HTMLElement, item: HTMLElement, show: () => void): void {
  const before = listItems(field);
  const controller = new AbortController();
  const { signal } = controller;
  item.classList.add('is-dragged');
  const end = (isKept: boolean) => {
    controller.abort();
    item.classList.remove('is-dragged');
    if (!isKept) item.parentElement?.append(...before);
    else if (listItems(field).some((each, index) => each !== before[index])) show();
  };
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      const target = listItems(field).find((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return each !== item && clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
      });
      if (!target) return;
      const isAfter = (item.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      const { left, width } = target.getBoundingClientRect();
      // Past its middle, so that pictures do not change places again and again.
      if (clientX > left + width / 2 !== isAfter) return;
      if (isAfter) target.after(item);
      else target.before(item);
    },
    { signal },
  );
  document.addEventListener('pointerup', () => end(true), { signal });
  document.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
}
