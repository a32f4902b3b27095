import { useEffect, useRef, useState } from 'react';
import type { TreeBlock } from '../mapping.shared.ts';
import type { BuilderForm } from './builder-form.ts';

/** Milliseconds until changes are kept in this browser. */
const delay = 2_000;

/** Keeps what is not saved, warns on leaving, and offers what was kept by a page before. */
export function useDrafts(form: BuilderForm, isChanged: boolean) {
  const [offer, setOffer] = useState<readonly TreeBlock[] | null>(() => form.readDraft());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnsaved = useRef(false);
  isUnsaved.current = isChanged;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('beforeunload', (event) => isUnsaved.current && event.preventDefault(), { signal });
    addEventListener('pagehide', () => isUnsaved.current && form.keepDraft(), { signal });
    return () => {
      controller.abort();
      clearTimeout(timer.current);
    };
  }, [form]);
  return {
    offer,
    /** The next change does not put it off: nothing older than the delay is lost. */
    touch() {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        if (isUnsaved.current) form.keepDraft();
      }, delay);
    },
    take() {
      setOffer(null);
      return offer;
    },
    drop() {
      form.dropDraft();
      setOffer(null);
    },
    /** The page is left on purpose. */
    leave() {
      isUnsaved.current = false;
      clearTimeout(timer.current);
    },
  };
}
