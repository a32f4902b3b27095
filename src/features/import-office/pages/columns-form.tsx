import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FoldPanel } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Button } from '#ui/button.tsx';
import { Select, SelectField } from '#ui/controls.tsx';
import { ignoredColumn } from '../imports/import-mutations.ts';
import type { StoredImport } from '../imports/import-store.ts';
import { findMeaning, type ImportKind } from '../kinds/kind.ts';
import { findKind, importKinds } from '../kinds/kinds.ts';
import { checkPath } from '../paths.ts';
import { importTexts as texts } from '../texts.ts';

interface ColumnsFormProps {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly file: StoredImport;
}

export function ColumnsForm({ shop, actor, file }: ColumnsFormProps) {
  const { t } = shop;
  const kind = findKind(file.kind);
  const { options, state } = file;
  const kinds = importKinds.filter(({ id, requires }) => id === file.kind || isPermitted(actor, requires));
  return (
    <FoldPanel id="columns" title={t(texts.settings)} isOpen={state !== 'checked'}>
      <form className="stack" method="post" action={checkPath(file.id)}>
        <SelectField
          {...{ id: 'kind', label: t(texts.kind), hint: t(texts.kindHint), value: file.kind }}
          options={kinds.map(({ id, text }) => ({ value: id, label: t(text) }))}
        />
        {kind?.asksDecimal && (
          <SelectField
            {...{ id: 'decimal', label: t(texts.decimal), hint: t(texts.decimalHint), value: options.decimal ?? '' }}
            options={[
              { value: '', label: t(texts.decimalAuto) },
              { value: '.', label: t(texts.decimalPoint) },
              { value: ',', label: t(texts.decimalComma) },
            ]}
          />
        )}
        {kind?.asksDates && (
          <SelectField
            {...{ id: 'dates', label: t(texts.dates), value: options.dateOrder ?? '' }}
            options={[
              { value: '', label: t(texts.datesAuto) },
              { value: 'day', label: t(texts.datesDay) },
              { value: 'month', label: t(texts.datesMonth) },
            ]}
          />
        )}
        <h3>{t(texts.columns)}</h3>
        <p>{t(texts.columnsHelp)}</p>
        {kind && <ColumnTable shop={shop} file={file} kind={kind} />}
        <Button look={state === 'checked' ? 'quiet' : undefined}>
          {t(state === 'waiting' ? texts.tryIt : texts.tryAgain)}
        </Button>
      </form>
    </FoldPanel>
  );
}

interface ColumnTableProps {
  readonly shop: Shop;
  readonly file: StoredImport;
  readonly kind: ImportKind;
}

function ColumnTable({ shop: { t }, file: { heads, samples, options }, kind }: ColumnTableProps) {
  const hasMeanings = kind.meanings.length > 0;
  const choices = [
    { value: '', label: t(texts.asNamed) },
    { value: ignoredColumn, label: t(texts.leftOut) },
    ...kind.meanings.map((head) => ({ value: head, label: head })),
  ];
  const getChoice = (head: string) => {
    const meaning = findMeaning(options, head);
    return meaning === '' ? ignoredColumn : (meaning ?? '');
  };
  return (
    <DataTable
      label={t(texts.columns)}
      columns={[
        { id: 'head', title: t(texts.head), onPhone: 'title' },
        { id: 'known', title: t(texts.state), onPhone: 'badge' },
        { id: 'sample', title: t(texts.sample) },
        ...(hasMeanings ? [{ id: 'meaning', title: t(texts.meaning) }] : []),
      ]}
      rows={heads.map((head, index) => ({
        // Use the index, because two columns may have the same name.
        id: index,
        cells: {
          head: head || '—',
          known: kind.isHead(head) ? (
            <StateBadge tone="success">{t(texts.isKnown)}</StateBadge>
          ) : (
            <StateBadge tone="neutral">{t(texts.isUnknown)}</StateBadge>
          ),
          sample: samples[index],
          meaning: (
            <Select
              name={`column-${index}`}
              aria-label={t(texts.meaningOf, { head })}
              defaultValue={getChoice(head)}
              options={choices}
            />
          ),
        },
      }))}
    />
  );
}
