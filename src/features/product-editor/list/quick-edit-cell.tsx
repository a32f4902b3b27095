import type { ReactNode } from 'react';
import type { ListContext } from '#platform/admin/lists/list-context.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { isPermitted } from '#platform/sessions/actor.ts';
import { getProductPath } from '../page/product-path.ts';
import { productEditorTexts as texts } from '../texts.ts';
import type { ProductRow } from './product-rows.ts';

interface QuickEditProps {
  readonly row: ProductRow;
  readonly context: ListContext;
  readonly field: 'price' | 'stock';
  readonly title: string;
  /** As the call names it. */
  readonly seen: string;
  /** As the field begins. */
  readonly value: string;
  readonly children: ReactNode;
}

/** A value that can be changed in its row. Without script its link leads to a page for it. */
export function QuickEdit({ row, context: { t, actor }, field, title, seen, value, children }: QuickEditProps) {
  if (!isPermitted(actor, 'products.write')) return children;
  const label = t(texts.edit, { field: title, product: row.name });
  return (
    <Behaviour of="product-editor/admin/quick-edit">
      <a
        className="quick-edit__open"
        href={`${getProductPath(row.id)}/set-offer`}
        aria-label={`${label}: ${typeof children === 'string' || typeof children === 'number' ? children : value || t(texts.noPrice)}`}
        data-quick-edit=""
        data-action={`${getProductPath(row.id)}/in-list`}
        data-saved={t(texts.saved)}
        data-failed={t(texts.saveFailed)}
        {...{ 'data-field': field, 'data-seen': seen, 'data-value': value, 'data-label': label }}
      >
        {children}
      </a>
    </Behaviour>
  );
}
