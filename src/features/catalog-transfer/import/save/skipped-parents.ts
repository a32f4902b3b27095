import type { ReportBuilder } from '#platform/csv/report.ts';
import type { Reference } from '../parse/cell-values.ts';
import type { RowNames } from '../parse/parse-row.ts';
import type { ImportCode } from '../report.ts';

/** Collects the products of a file, so that the report can name the variations that were skipped with a product. */
export interface SkippedParents {
  /** Must be called for each product of the file, including products with errors. */
  addProduct(product: RowNames): void;
  /** @returns the line of the product that a variation of the file names, if it was skipped */
  findLine(reference: Reference): number | undefined;
  addVariation(parentLine: number, variation: RowNames): void;
  /** Adds the skipped variations to the message about their product. */
  reportVariations(): void;
}

const maxNamed = 20;

export function createSkippedParents(report: ReportBuilder<ImportCode>): SkippedParents {
  const lines = new Map<string, number>();
  const variations = new Map<number, RowNames[]>();
  return {
    addProduct({ line, sku, importId }) {
      const names = [sku && `sku ${sku.toLowerCase()}`, importId && `id ${importId}`];
      for (const name of names) if (name && !lines.has(name)) lines.set(name, line);
    },
    findLine({ sku, importId }) {
      const line = lines.get(sku === undefined ? `id ${importId}` : `sku ${sku.toLowerCase()}`);
      return line !== undefined && report.isSkipped(line) ? line : undefined;
    },
    addVariation(parentLine, variation) {
      variations.set(parentLine, [...(variations.get(parentLine) ?? []), variation]);
    },
    reportVariations() {
      for (const [line, skipped] of variations) {
        const named = skipped.slice(0, maxNamed).map((row) => {
          const name = row.sku ?? row.importId;
          return `line ${row.line}${name === null ? '' : ` (${name})`}`;
        });
        const more = skipped.length > maxNamed ? ` and ${skipped.length - maxNamed} more` : '';
        const message = `its variations were skipped too: ${named.join(', ')}${more}`;
        report.addMessage({ level: 'error', line, column: '', code: 'VARIATIONS_SKIPPED', message });
      }
    },
  };
}
