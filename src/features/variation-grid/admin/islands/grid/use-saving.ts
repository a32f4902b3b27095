import { useEffect, useRef, useState } from 'react';
import { maxCallBytes } from '#features/variation-grid/contract.ts';
import type { GridLabels } from '#features/variation-grid/grid-labels.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import type { GridModel } from './grid-model.ts';
import { type StockReason, sendCells, writeCall } from './send-cells.ts';

interface SavingOptions {
  readonly model: GridModel;
  readonly path: string;
  readonly labels: GridLabels;
  readonly why: StockReason;
  readonly say: (text: string) => void;
  readonly onSaved: () => void;
}

/** Sends changed cells. What is typed while they are sent stays, and is sent after them when that is asked for. */
export function useSaving({ model, path, labels, why, say, onSaved }: SavingOptions) {
  const [isSaving, setSaving] = useState(false);
  const state = useRef({ isSending: false, isAskedAgain: false });
  const save = async (): Promise<void> => {
    if (state.current.isSending) {
      state.current.isAskedAgain = true;
      return;
    }
    const changes = model.listChanges();
    if (Object.keys(changes).length === 0) return;
    const body = writeCall(changes, why);
    if (new Blob([body]).size > maxCallBytes) return say(labels.tooLarge);
    const sent = new Map(model.getRows().map((row) => [row.id, row]));
    state.current = { isSending: true, isAskedAgain: false };
    setSaving(true);
    const result = await sendCells(path, body);
    const { isAskedAgain } = state.current;
    state.current = { isSending: false, isAskedAgain: false };
    setSaving(false);
    if (result.state === 'failed') return say(result.reason ? `${labels.refused} ${result.reason}` : labels.failed);
    say('');
    if (result.state !== 'saved') return model.refuse(result.state, result.cells);
    model.merge(result.rows, sent);
    onSaved();
    announce(labels.saved);
    if (isAskedAgain) await latest.current();
  };
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const leave = (event: BeforeUnloadEvent) => model.countChanged() > 0 && event.preventDefault();
    addEventListener('beforeunload', leave, { signal });
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener('keydown', press, { signal });
    return () => controller.abort();
  }, [model]);
  return { isSaving, save };
}
