import { useEffect, useRef, useState } from 'react';
import { maxCallBytes } from '#features/variation-grid/contract.ts';
import type { GridLabels } from '#features/variation-grid/grid-labels.ts';
import { createRequestKey } from '#platform/admin/browser/request-key.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import type { GridModel, ModelRow } from './grid-model.ts';
import { type StockReason, sendCells, writeCall } from './send-cells.ts';

interface SavingOptions {
  readonly model: GridModel;
  readonly path: string;
  readonly labels: GridLabels;
  readonly stockReason: StockReason;
  readonly showMessage: (text: string) => void;
  readonly onSaved: () => void;
}

interface Sending {
  readonly body: string;
  readonly key: string;
  /** Rows as they were when they were sent. */
  readonly rows: ReadonlyMap<number, ModelRow>;
}

/**
 * Sends changed cells. Values typed while a request runs stay in the grid; when staff save again meanwhile, a second
 * request follows the first.
 */
export function useSaving({ model, path, labels, stockReason, showMessage, onSaved }: SavingOptions) {
  const [isSaving, setSaving] = useState(false);
  const state = useRef({ isSending: false, isAskedAgain: false });
  const unanswered = useRef<Sending | null>(null);
  const prepare = (): Sending | null => {
    const changes = model.listChanges();
    if (Object.keys(changes).length === 0) return null;
    const rows = new Map(model.getRows().map((row) => [row.id, row]));
    return { body: writeCall(changes, stockReason), key: createRequestKey(), rows };
  };
  const save = async (): Promise<void> => {
    if (state.current.isSending) {
      state.current.isAskedAgain = true;
      return;
    }
    // Cells that were sent without an answer may be saved already. Send them again first, with the same key, so that
    // they are saved once.
    const isResent = unanswered.current !== null;
    const sending = unanswered.current ?? prepare();
    if (sending === null) return;
    if (new Blob([sending.body]).size > maxCallBytes) return showMessage(labels.tooLarge);
    unanswered.current = sending;
    state.current = { isSending: true, isAskedAgain: false };
    setSaving(true);
    const result = await sendCells(path, sending.body, sending.key);
    const { isAskedAgain } = state.current;
    state.current = { isSending: false, isAskedAgain: false };
    setSaving(false);
    // A failure without a reason has no answer of the server.
    const isUnanswered = result.state === 'failed' && result.reason === null;
    if (!isUnanswered) unanswered.current = null;
    if (result.state === 'failed')
      return showMessage(result.reason ? `${labels.refused} ${result.reason}` : labels.failed);
    showMessage('');
    if (result.state !== 'saved') return model.refuse(result.state, result.cells);
    model.merge(result.rows, sending.rows);
    onSaved();
    announce(labels.saved);
    if (isAskedAgain || isResent) await latest.current();
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
