import { useEffect, useRef, useState } from 'react';
import type { TreeBlock } from '../mapping.shared.ts';
import type { BuilderForm } from './builder-form.ts';

/** Milliseconds until changes are kept in this browser. */
const delay = 2_000;

/** Keeps unsaved changes as a draft, warns before the page is left, and offers the draft of an earlier page. */
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
    /** Do not restart the timer at each change: then no change older than the delay is lost. */
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
    /** Call this when the page is left on purpose, so that no warning appears. */
    leave() {
      isUnsaved.current = false;
      clearTimeout(timer.current);
    },
  };
}
