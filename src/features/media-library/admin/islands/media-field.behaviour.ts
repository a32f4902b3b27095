import { addWork, awaitAnswer } from '#platform/admin/forms/browser/pending-work.ts';
import { sortByPointer } from '#ui/browser/sort-by-pointer.ts';
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
  const show = () => {
    const button = field.querySelector<HTMLButtonElement>('[data-media-show]');
    button?.form?.requestSubmit(button);
  };
  const list = createUploadList(field, rest, signal);
  const add = async (files: readonly File[], form: HTMLFormElement | null) => {
    const added = await list.upload(files);
    if (form) await awaitAnswer(form);
    for (const { id } of added) {
      const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value: String(id) });
      field.append(input);
    }
    return added.length > 0;
  };
  watchFiles(
    field,
    (files) => {
      const form = field.closest('form');
      const work = add(files, form);
      if (form) addWork(form, work);
      void work.then((isChanged) => isChanged && show());
    },
    signal,
  );
  sortByPointer(
    field,
    {
      ...{ row: '[data-media-item]', direction: 'inline', onMoved: show },
      // A finger scrolls the page everywhere but on the picture itself.
      isHandle: (pressed, { pointerType }) =>
        !pressed.closest('button') && (pointerType === 'mouse' || pressed.tagName === 'IMG'),
    },
    signal,
  );
  return () => controller.abort();
}
