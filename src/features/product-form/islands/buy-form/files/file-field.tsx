import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import type { BuyAddon, FileProps } from '#features/product-form/islands/buy-form.shared.ts';
import type { UploadReply } from '#features/uploads/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { Button } from '#ui/button.tsx';
import { FileDrop, FileInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

interface ChosenFile {
  readonly key: number;
  readonly file: File;
  /** Fraction from 0 to 1. */
  readonly progress: number;
  /** Null until the file is uploaded. */
  readonly upload: UploadReply | null;
  /** Message when the upload failed; null otherwise. */
  readonly error: string | null;
  /** Whether uploading the same file again may succeed. */
  readonly canRetry: boolean;
}

let lastKey = 0;

/** Uploads chosen files, one after another. */
function useUploads({ uploadUrl, removeUrl, types, maxBytes, maxFiles, labels }: FileProps) {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const queue = useRef(Promise.resolve());
  useEffect(() => {
    const { current } = controllers;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);
  const update = (key: number, changes: Partial<ChosenFile>) =>
    setChosen((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const fail = (key: number, error: string, canRetry: boolean) => {
    update(key, { error, canRetry });
    announce(error);
  };
  const upload = ({ key, file }: ChosenFile) => {
    const controller = new AbortController();
    const { signal } = controller;
    controllers.current.set(key, controller);
    queue.current = queue.current.then(async () => {
      if (signal.aborted) return;
      try {
        const { uploadFile } = await import('./upload-file.ts');
        const onProgress = (progress: number) => update(key, { progress });
        const reply = await uploadFile(uploadUrl, { file, types, signal, onProgress });
        if (signal.aborted) return;
        // A refusal (status 400 to 428) would repeat for the same file, so no retry is offered.
        if (!reply.ok) return fail(key, reply.message, reply.status < 400 || reply.status >= 429);
        update(key, { upload: reply.data });
        announce(`${labels.uploaded}: ${reply.data.shown}`);
      } catch {
        fail(key, labels.unresolved, true);
      }
    });
  };
  return {
    chosen,
    add(files: readonly File[]) {
      const added = files.map((file, index): ChosenFile => {
        const isTooMany = chosen.length + index >= maxFiles;
        const error = isTooMany ? labels.tooMany : file.size > maxBytes ? labels.tooLarge : null;
        lastKey += 1;
        return { key: lastKey, file, progress: 0, upload: null, error, canRetry: false };
      });
      setChosen((before) => [...before, ...added]);
      for (const each of added) {
        if (each.error === null) upload(each);
        else announce(each.error);
      }
    },
    retry(each: ChosenFile) {
      update(each.key, { error: null, progress: 0 });
      upload(each);
    },
    /** Removes a file, or cancels its upload. A cart that already contains the file keeps it. */
    remove(each: ChosenFile) {
      controllers.current.get(each.key)?.abort();
      setChosen((before) => before.filter(({ key }) => key !== each.key));
      announce(`${labels.removed}: ${each.file.name}`);
      const { upload } = each;
      if (upload) void import('./upload-file.ts').then(({ removeFile }) => removeFile(removeUrl, upload.id));
    },
  };
}

interface FileFieldProps {
  readonly id: string;
  readonly addon: BuyAddon;
  readonly file: FileProps;
}

/**
 * Uploads files as soon as they are chosen; the form then submits their ids. Without script the form sends the files
 * themselves.
 */
export function FileField({ id, addon: { field, label, help, required }, file }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  const { chosen, add, retry, remove } = useUploads(file);
  const { labels, accept, multiple } = file;
  const take = (files: FileList | null | undefined) => {
    if (files && files.length > 0) add([...files]);
    // Reset the input, so that the same file can be chosen again.
    if (input.current) input.current.value = '';
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: files that were chosen before the page was ready
  useEffect(() => {
    setHydrated(true);
    take(input.current?.files);
  }, []);
  const problem = getProblem(chosen, labels);
  const ids = chosen.flatMap(({ upload }) => upload?.id ?? []);
  useEffect(() => input.current?.setCustomValidity(problem), [problem]);
  const idsText = ids.join();
  const lastIds = useRef('');
  useEffect(() => {
    if (idsText === lastIds.current) return;
    lastIds.current = idsText;
    // The price is requested after a `change` event of the form.
    input.current?.form?.dispatchEvent(new Event('change'));
  }, [idsText]);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input does the same by keyboard
    <div className="file-field" onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
      <Field id={id} label={label} hint={help} required={required}>
        {(control) => (
          <FileDrop choose={labels.choose} drop={labels.drop} isReady={isHydrated}>
            <FileInput
              {...control}
              ref={input}
              required={required && ids.length === 0}
              name={isHydrated ? undefined : field}
              accept={accept}
              multiple={multiple}
              onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.currentTarget.files)}
            />
          </FileDrop>
        )}
      </Field>
      {chosen.length > 0 && (
        <ul className="file-list">
          {chosen.map((each) => (
            <li key={each.key} className="file-list__file">
              <FileRow
                chosen={each}
                labels={labels}
                onRetry={() => retry(each)}
                onRemove={() => {
                  remove(each);
                  input.current?.focus();
                }}
              />
              {each.upload && <input type="hidden" name={field} value={each.upload.id} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns the reason why the form can't be sent, or an empty text. */
function getProblem(chosen: readonly ChosenFile[], labels: FileProps['labels']): string {
  if (chosen.some(({ error }) => error !== null)) return labels.unresolved;
  return chosen.some(({ upload }) => upload === null) ? labels.wait : '';
}

interface FileRowProps {
  readonly chosen: ChosenFile;
  readonly labels: FileProps['labels'];
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

function FileRow({ chosen: { file, progress, upload, error, canRetry }, labels, onRetry, onRemove }: FileRowProps) {
  const isUploading = upload === null && error === null;
  return (
    <>
      <span className="file-list__name">{upload?.shown ?? file.name}</span>
      {isUploading && <progress value={progress} max={1} aria-label={`${labels.uploading} ${file.name}`} />}
      {error !== null && <span className="field__error">{error}</span>}
      <span className="file-list__buttons">
        {error !== null && canRetry && (
          <Button type="button" look="text" onClick={onRetry}>
            {labels.retry} <VisuallyHidden>{file.name}</VisuallyHidden>
          </Button>
        )}
        <Button type="button" look="text" onClick={onRemove}>
          {isUploading ? labels.cancel : labels.remove} <VisuallyHidden>{file.name}</VisuallyHidden>
        </Button>
      </span>
    </>
  );
}
