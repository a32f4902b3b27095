import type { ReactNode } from 'react';
import type { Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { findOrderDocuments } from '../find-documents.ts';
import { documentPath } from '../paths.ts';
import { documentTexts as texts } from '../texts.ts';

/** Fills `order.details` with links to the invoice and credit notes. */
export async function renderDocumentLinks(
  { db }: Shop,
  { t }: RenderContext,
  { order }: { readonly order: Order },
): Promise<ReactNode> {
  const documents = await findOrderDocuments(db, order.id);
  if (documents.length === 0) return null;
  return (
    <>
      <h2>{t(texts.documents)}</h2>
      <ul className="stack">
        {documents.map(({ label, kind }) => {
          const title = t(texts.titleWithNumber, {
            kind: t(kind === 'invoice' ? texts.invoice : texts.creditNote),
            number: label,
          });
          const path = documentPath(order.token, label);
          return (
            <li key={label}>
              <a href={path}>{title}</a> · <a href={`${path}.pdf`}>{t(texts.openPdf, { title })}</a>
            </li>
          );
        })}
      </ul>
    </>
  );
}
