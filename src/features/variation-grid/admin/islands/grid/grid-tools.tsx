import { useState } from 'react';
import type { GridLabels } from '#features/variation-grid/grid-labels.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { listPlaces } from './selection.ts';
import type { useSheet } from './use-sheet.ts';

interface ToolsProps {
  readonly sheet: ReturnType<typeof useSheet>;
  readonly labels: GridLabels;
  readonly shown: number;
}

export function GridTools({ sheet, labels, shown }: ToolsProps) {
  const [formula, setFormula] = useState('');
  const write = (text: string, count: number) => text.replace('#', String(count));
  return (
    <div className="vgrid__tools when-script">
      <label htmlFor="grid-formula">{labels.formula}</label>
      <TextInput
        id="grid-formula"
        autoComplete="off"
        maxLength={60}
        placeholder={labels.formulaHint}
        value={formula}
        onChange={({ target }) => setFormula(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          sheet.applyToSelection(formula);
        }}
      />
      <Button type="button" look="quiet" onClick={() => sheet.applyToSelection(formula)}>
        {labels.apply}
      </Button>
      <Button type="button" look="quiet" aria-keyshortcuts="Control+D" onClick={sheet.fillDown}>
        {labels.fillDown}
      </Button>
      <Button type="button" look="quiet" aria-keyshortcuts="Control+Z" onClick={sheet.undo}>
        {labels.undo}
      </Button>
      <p className="vgrid__counts">
        {write(labels.shown, shown)} <span>{write(labels.selection, listPlaces(sheet.selection).length)}</span>
      </p>
      <p className="vgrid__keys" id="grid-keys">
        {labels.keys}
      </p>
    </div>
  );
}
