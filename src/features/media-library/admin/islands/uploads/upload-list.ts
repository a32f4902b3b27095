import type { MediaReply } from '#features/media-library/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { uploadPicture } from './upload-picture.ts';

type UploadTexts = Readonly<Record<'uploading' | 'processing' | 'uploaded' | 'failed' | 'postProcess', string>>;

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

interface UploadList {
  /** @returns the pictures that were added */
  upload(files: readonly File[]): Promise<readonly MediaReply[]>;
}

/**
 * Uploads pictures, and shows the progress of each in a list.
 * @param element has `data-texts`, and inside `data-media-progress`
 */
export function createUploadList(element: HTMLElement, rest: string, signal: AbortSignal): UploadList {
  const texts = JSON.parse(element.dataset.texts ?? '{}') as UploadTexts;
  const addRow = (file: File) => {
    const row = document.createElement('li');
    const text = document.createElement('span');
    const bar = document.createElement('progress');
    bar.max = 1;
    bar.setAttribute('aria-label', fill(texts.uploading, { name: file.name }));
    row.append(text, bar);
    element.querySelector('[data-media-progress]')?.append(row);
    text.textContent = fill(texts.uploading, { name: file.name });
    return { row, text, bar };
  };
  return {
    async upload(files) {
      const rows = files.map((file) => ({ file, ...addRow(file) }));
      const added: MediaReply[] = [];
      for (const { file, row, text, bar } of rows) {
        const outcome = await uploadPicture({
          ...{ file, rest, signal },
          onProgress: (share) => {
            bar.value = share;
          },
          onSent: () => {
            bar.removeAttribute('value');
            text.textContent = fill(texts.processing, { name: file.name });
          },
        });
        bar.remove();
        row.dataset.state = outcome.ok ? 'done' : 'failed';
        const reason = outcome.ok ? '' : (outcome.reason ?? texts.postProcess);
        text.textContent = fill(outcome.ok ? texts.uploaded : texts.failed, { name: file.name, reason });
        announce(text.textContent);
        if (outcome.ok) added.push(outcome.media);
      }
      return added;
    },
  };
}

export function watchFiles(element: HTMLElement, take: (files: File[]) => void, signal: AbortSignal): void {
  const takeFrom = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])];
    if (files.length > 0) take(files);
  };
  element.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.dataset.mediaFiles === undefined) return;
      takeFrom(target.files);
      // The files were sent already, so the form must not send them again.
      target.value = '';
    },
    { signal },
  );
  element.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  element.addEventListener(
    'drop',
    (event) => {
      if ((event.dataTransfer?.files.length ?? 0) === 0) return;
      event.preventDefault();
      takeFrom(event.dataTransfer?.files);
    },
    { signal },
  );
}
