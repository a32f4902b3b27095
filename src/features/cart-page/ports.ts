import type { ReactNode } from 'react';
import { definePort } from '#platform/features/ports.ts';
import type { Notice } from '#platform/http/notices.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';

/** Notices of another feature's forms, shown on the cart page to which the forms lead. */
export interface CartNoticeSource {
  readonly codes: readonly string[];
  /** Renders a `Notice` with one of the codes. */
  readonly render: (context: RenderContext, notice: Notice) => ReactNode;
}

/** Notices of other features' forms that lead to the cart page. */
export const cartNoticeSources = definePort<CartNoticeSource>('cart.notices');
