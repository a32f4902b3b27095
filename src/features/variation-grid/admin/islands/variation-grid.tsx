import { type FormEvent, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import {
  type CellTexts,
  type GridColumn,
  type GridFilter,
  type GridRow,
  maxNoteLength,
  requestKeyField,
} from '#features/variation-grid/contract.ts';
import { filterRows } from '#features/variation-grid/filter-rows.shared.ts';
import type { GridLabels } from '#features/variation-grid/grid-labels.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { defineIsland } from '#platform/islands/island.shared.ts';
import { SaveBar } from '#ui/admin/bars.tsx';
import { Select, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { type GridAttribute, GridFilters } from './grid/grid-filters.tsx';
import { GridMessages } from './grid/grid-messages.tsx';
import { createGridModel, type GridModel } from './grid/grid-model.ts';
import { cellId } from './grid/grid-row.tsx';
import { GridTable, type ShowRow } from './grid/grid-table.tsx';
import { GridTools } from './grid/grid-tools.tsx';
import { PictureDialog } from './grid/picture-dialog.tsx';
import type { Place } from './grid/selection.ts';
import { loadRows, type StockReason } from './grid/send-cells.ts';
import { useSaving } from './grid/use-saving.ts';
import { useSheet } from './grid/use-sheet.ts';

export interface GridProps {
  readonly path: string;
  readonly columns: readonly GridColumn[];
  /** Rows of the page that is shown without script. */
  readonly rows: readonly GridRow[];
  readonly attributes: readonly GridAttribute[];
  readonly filter: GridFilter;
  /** Query of the current page of the list, to return to this page after saving. */
  readonly query: string;
  readonly previous: string | null;
  readonly next: string | null;
  readonly pageOf: string;
  /** Decimal mark. */
  readonly mark: '.' | ',';
  readonly labels: GridLabels;
  /** By `cellKey`: values typed without script that were not saved. */
  readonly typed: CellTexts;
  readonly problems: CellTexts;
  readonly reason: string;
  readonly note: string;
  /** Idempotency key of the form without script. */
  readonly requestKey: string;
  readonly reasons: readonly { readonly value: string; readonly label: string }[];
}

/** Shows the variations of a product as a spreadsheet, or as a form with one page of rows without script. */
export const VariationGrid = defineIsland(
  'variation-grid/admin/variation-grid',
  function VariationGrid(props: GridProps) {
    const { path, columns, labels, attributes, mark } = props;
    const [model] = useState(() => createGridModel(columns, props.rows, { ...props, ambiguous: labels.ambiguous }));
    useSyncExternalStore(model.subscribe, model.getVersion, model.getVersion);
    const isReady = useAllRows(model, path);
    const [filter, setFilter] = useState(props.filter);
    // Choose rows again only when the filter changes: typing must not hide the row.
    const ids = useMemo(
      () => (isReady ? filterRows(model.getRows(), columns, filter) : model.getRows()).map(({ id }) => id),
      [model, columns, filter, isReady],
    );
    const [message, showMessage] = useState('');
    const [stockReason, setStockReason] = useState<StockReason>({ reason: props.reason, note: props.note });
    const showRow = useRef<ShowRow>(() => {});
    /** Index of the column for whose cell the picture dialog is open. */
    const [choosing, setChoosing] = useState<number | null>(null);
    const [focus, focusNow] = useFocus(columns, ids);
    const sheet = useSheet({
      ...{ model, columns, ids, mark, labels, showMessage },
      focus: (place) => {
        showRow.current(place.row);
        focus(place);
      },
    });
    const saving = useSaving({
      model,
      path,
      labels,
      showMessage,
      stockReason,
      onSaved: () => setStockReason({ reason: props.reason, note: '' }),
    });
    useLayoutEffect(focusNow);
    const changed = model.countChanged();
    const submit = (event: FormEvent) => {
      if (!isReady) return;
      event.preventDefault();
      void saving.save();
    };
    return (
      <div className="vgrid" data-ready={isReady ? '' : undefined}>
        <GridFilters {...{ path, attributes, labels, filter }} onFilter={isReady ? setFilter : null} />
        <form method="post" action={path} className="vgrid__form" onSubmit={submit}>
          <input type="hidden" name="query" value={props.query} />
          <input type="hidden" name={requestKeyField} value={props.requestKey} />
          {isReady && <GridTools {...{ sheet, labels, shown: ids.length }} />}
          <GridMessages
            {...{ model, columns, labels }}
            onGo={(id, column) => {
              const row = ids.indexOf(id);
              if (isReady && row >= 0) sheet.move({ row, column });
              else document.getElementById(cellId(id, columns[column]?.name ?? ''))?.focus();
            }}
          />
          {message !== '' && <Notice kind="warning">{message}</Notice>}
          <GridTable {...{ model, columns, ids, labels, sheet, isReady, showRow }} onChoose={setChoosing} />
          {!isReady && (
            <nav className="vgrid__pages" aria-label={labels.pages}>
              {props.previous && <a href={props.previous}>{labels.previous}</a>}
              <span>{props.pageOf}</span>
              {props.next && <a href={props.next}>{labels.next}</a>}
            </nav>
          )}
          {(!isReady || model.isColumnChanged('onHand')) && columns.some(({ name }) => name === 'onHand') && (
            <StockReasonFields {...{ labels, stockReason, reasons: props.reasons, onChange: setStockReason }} />
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the link inside is pressed, also by keyboard. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
          <div
            className="vgrid__bar"
            onClick={(event) => {
              if (!isReady || !(event.target as Element).closest('[data-discard]')) return;
              event.preventDefault();
              model.discard();
              showMessage('');
              announce(labels.changed.replace('#', '0'));
            }}
          >
            <SaveBar
              label={labels.bar}
              changed={isReady ? labels.changed.replace('#', String(changed)) : labels.changedWithoutScript}
              saving={labels.saving}
              save={labels.save}
              discard={{ href: `${path}?${props.query}`, text: labels.discard }}
              state={saving.isSaving ? 'saving' : !isReady || changed > 0 ? 'changed' : 'clean'}
            />
          </div>
        </form>
        {choosing !== null && (
          <PictureDialog
            {...{ path, labels }}
            onChoose={(picture) => {
              if (picture) model.addPicture(picture);
              sheet.setSelected(choosing, picture ? String(picture.id) : '');
            }}
            onClose={() => setChoosing(null)}
          />
        )}
      </div>
    );
  },
);

interface ReasonProps {
  readonly labels: GridLabels;
  readonly stockReason: StockReason;
  readonly reasons: GridProps['reasons'];
  readonly onChange: (stockReason: StockReason) => void;
}

function StockReasonFields({ labels, stockReason, reasons, onChange }: ReasonProps) {
  return (
    <div className="vgrid__filters">
      <Field id="grid-reason" label={labels.reason}>
        {(control) => (
          <Select
            {...control}
            name="reason"
            options={reasons}
            value={stockReason.reason}
            onChange={({ target }) => onChange({ ...stockReason, reason: target.value })}
          />
        )}
      </Field>
      <Field id="grid-note" label={labels.note} hint={labels.noteHint}>
        {(control) => (
          <TextInput
            {...control}
            name="note"
            maxLength={maxNoteLength}
            value={stockReason.note}
            onChange={({ target }) => onChange({ ...stockReason, note: target.value })}
          />
        )}
      </Field>
    </div>
  );
}

/** Loads the rows of all pages after the first paint. When this fails, the page stays a form. */
function useAllRows(model: GridModel, path: string): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void loadRows(path).then((rows) => {
      if (!rows) return;
      model.load(rows);
      setReady(true);
    });
  }, [model, path]);
  return isReady;
}

function useFocus(columns: readonly GridColumn[], ids: readonly number[]) {
  const wanted = useRef<Place | null>(null);
  const focusNow = () => {
    const place = wanted.current;
    const control = place && document.getElementById(cellId(ids[place.row] ?? 0, columns[place.column]?.name ?? ''));
    if (!control) return;
    wanted.current = null;
    control.focus();
    if (control instanceof HTMLInputElement && control.type === 'text') control.select();
  };
  const focus = (place: Place) => {
    wanted.current = place;
  };
  return [focus, focusNow] as const;
}
