import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { DocumentView, ViewTable } from '../document-view.ts';
import { documentTexts as texts } from '../texts.ts';

export const documentStyles = 'src/features/documents/document.page.css' as const;

interface DocumentPageProps {
  readonly context: RenderContext;
  readonly view: DocumentView;
  readonly pdfPath: string;
  readonly orderPath: string;
}

export function DocumentPage({ context: { t }, view, pdfPath, orderPath }: DocumentPageProps) {
  return (
    <article className="wrap wrap--narrow document">
      <PageHead title={view.title} />
      <div className="document__parties">
        {view.parties.map(({ title, lines }) => (
          <div key={title}>
            <h2>{title}</h2>
            <address>
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a document never move
                <div key={index}>{line}</div>
              ))}
            </address>
          </div>
        ))}
      </div>
      <dl className="document__facts">
        {view.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <DocumentTable table={view.items} label={view.title} />
      {view.totals.length > 0 && (
        <dl className="document__totals">
          {view.totals.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {view.taxes && (
        <section>
          <h2>{view.taxes.title}</h2>
          <DocumentTable table={view.taxes} label={view.taxes.title} />
        </section>
      )}
      {view.notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes of a document never move
        <p className="document__note" key={index}>
          {note}
        </p>
      ))}
      <p className="document__actions">
        <ButtonLink href={pdfPath}>{t(texts.openPdf, { title: view.title })}</ButtonLink>
        <ButtonLink look="quiet" href={orderPath}>
          {t(texts.backToOrder)}
        </ButtonLink>
      </p>
    </article>
  );
}

function DocumentTable({ table: { columns, rows }, label }: { readonly table: ViewTable; readonly label: string }) {
  return (
    // Keyboards scroll it where the table is wider than the screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <table className="table document__table">
        <thead>
          <tr>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have texts of the shop, which may be equal
              <th key={index} scope="col" className={column.isNumber ? 'number' : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, notes }, rowIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a document never move
            <tr key={rowIndex}>
              {columns.map(({ isNumber }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <td key={index} className={isNumber ? 'number' : undefined}>
                  {cells[index]}
                  {index === 0 &&
                    notes.map((note) => (
                      <div className="document__row-note" key={note}>
                        {note}
                      </div>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
