import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import type { BuyAddon, FileProps } from '#features/product-form/islands/buy-form.shared.ts';
import { Button } from '#ui/button.tsx';
import { FileDrop, FileInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { type ChosenFile, useUploads } from './use-uploads.ts';

interface FileFieldProps {
  readonly id: string;
  readonly addon: BuyAddon;
  readonly file: FileProps;
}

/**
 * Uploads files as soon as they are chosen; the form then submits their ids. Without script the form
 * sends the files themselves.
 */
export function FileField({ id, addon: { field, label, help, required }, file }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  const { chosen, add, retry, remove } = useUploads(file);
  const { labels, accept, multiple } = file;
  const take = (files: FileList | null | undefined) => {
    if (files && files.length > 0) add([...files]);
    // The same file can be chosen again.
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
    // The price follows changes of the form.
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

/** What keeps the form from being sent; empty when nothing does. */
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
