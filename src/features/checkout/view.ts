import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { OrderCalculation } from './calculate-order.ts';
import type { FormProblem } from './read-form.ts';
import type { CheckoutField } from './slots.ts';

/** A message that belongs to no single field. */
export interface CheckoutNotice {
  readonly text: string;
  readonly link?: { readonly text: string; readonly href: string };
}

export interface CheckoutView {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly calculation: OrderCalculation;
  /** The submitted form; empty at first. */
  readonly form: FormBody;
  readonly problems: readonly FormProblem[];
  readonly notices: readonly CheckoutNotice[];
  readonly extraFields: readonly CheckoutField[];
  readonly requestKey: string;
}

export function findFieldError({ problems }: Pick<CheckoutView, 'problems'>, field: string): ReactNode {
  return problems.find((problem) => problem.field === field)?.message;
}
