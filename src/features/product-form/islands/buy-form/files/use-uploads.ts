import { useEffect, useRef, useState } from 'react';
import type { FileProps } from '#features/product-form/islands/buy-form.shared.ts';
import type { UploadReply } from '#features/uploads/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';

export interface ChosenFile {
  readonly key: number;
  readonly file: File;
  /** From 0 to 1. */
  readonly progress: number;
  /** Null until it is uploaded. */
  readonly upload: UploadReply | null;
  /** Why it was not uploaded, in words; null when nothing went wrong. */
  readonly error: string | null;
  /** Whether the same file may be uploaded after a failure. */
  readonly canRetry: boolean;
}

let lastKey = 0;

/** Uploads chosen files, one after another. */
export function useUploads({ uploadUrl, removeUrl, types, maxBytes, maxFiles, labels }: FileProps) {
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
        // A refusal has a reason that the same file does not change.
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
    /** Also cancels. A cart that has the file already keeps it. */
    remove(each: ChosenFile) {
      controllers.current.get(each.key)?.abort();
      setChosen((before) => before.filter(({ key }) => key !== each.key));
      announce(`${labels.removed}: ${each.file.name}`);
      const { upload } = each;
      if (upload) void import('./upload-file.ts').then(({ removeFile }) => removeFile(removeUrl, upload.id));
    },
  };
}
