import { type Cart, cartTexts, formatQuantityProblem, leftOutNotice } from '#features/cart/index.ts';
import type { Notice as SavedNotice } from '#platform/http/notices.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Notice } from '#ui/notice.tsx';
import { cartPageTexts as texts } from '../texts.ts';

export const cartNoticeCodes = [
  'added',
  leftOutNotice,
  'updated',
  'restored',
  'merged',
  'LINE_NOT_FOUND',
  'QUANTITY_INVALID',
  'NOT_ENOUGH_STOCK',
  'ONE_PER_ORDER',
  'QUANTITY_TOO_SMALL',
  'QUANTITY_NOT_IN_STEPS',
  'SHIPPING_UNAVAILABLE',
] as const;

export interface CartNotice extends SavedNotice {
  readonly code: (typeof cartNoticeCodes)[number];
}

export const isCartNotice = (notice: SavedNotice): notice is CartNotice =>
  (cartNoticeCodes as readonly string[]).includes(notice.code);

interface CartNoticesProps {
  readonly context: RenderContext;
  readonly cart: Cart;
  readonly notices: readonly CartNotice[];
}

export function CartNotices({ context, cart, notices }: CartNoticesProps) {
  return notices.map((notice, index) => (
    <Notice
      key={`${notice.code} ${notice.key ?? ''}`}
      kind={isSuccess(notice) ? 'success' : 'error'}
      autoFocus={index === 0}
    >
      {formatCartNotice(context, cart, notice)}
    </Notice>
  ));
}

function isSuccess({ code }: CartNotice): boolean {
  return code === 'added' || code === 'updated' || code === 'restored' || code === 'merged';
}

export function formatCartNotice(
  { t }: Pick<RenderContext, 't'>,
  { lines }: Pick<Cart, 'lines'>,
  { code, key, count = 1, max = 0 }: CartNotice,
): string {
  const line = lines.find((each) => each.key === key);
  const name = line?.name ?? '';
  switch (code) {
    case 'added':
      // The line may be missing: another tab may have ordered or removed it.
      return line ? t(cartTexts.added, { name }) : t(cartTexts.addedSeveral, { count });
    case leftOutNotice:
      return t(texts.leftOut, { count });
    case 'updated':
      return t(texts.updated);
    case 'restored':
      return t(texts.restored, { name });
    case 'merged':
      return t(texts.merged, { count });
    case 'SHIPPING_UNAVAILABLE':
      return t(texts.SHIPPING_UNAVAILABLE);
    default:
      return formatQuantityProblem(t, { code, name, max, rule: line?.variation?.quantityRule });
  }
}
