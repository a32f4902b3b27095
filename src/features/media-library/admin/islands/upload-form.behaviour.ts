import { createUploadList, watchFiles } from './uploads/upload-list.ts';

export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector<HTMLFormElement>('[data-media-upload]');
  if (!form) return;
  const controller = new AbortController();
  const { signal } = controller;
  const list = createUploadList(form, form.dataset.mediaUpload ?? '', signal);
  let isBusy = false;
  watchFiles(
    form,
    (files) => {
      isBusy = true;
      void list.upload(files).then(() => {
        isBusy = false;
      });
    },
    signal,
  );
  form.querySelector<HTMLButtonElement>('button')?.setAttribute('hidden', '');
  addEventListener('beforeunload', (event) => isBusy && event.preventDefault(), { signal });
  return () => controller.abort();
}
