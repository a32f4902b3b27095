import type { RenderContext } from '#platform/pages/render-context.ts';
import { Notice } from '#ui/notice.tsx';
import type { Cart } from '../cart.ts';
import type { CartNotice } from '../notices.ts';
import { quantityProblemText } from '../problem-texts.ts';
import { cartTexts as texts } from '../texts.ts';

interface NoticesProps {
  readonly context: RenderContext;
  readonly cart: Cart;
  readonly notices: readonly CartNotice[];
}

/** What was done since the last page, and what could not be. */
export function CartNotices({ context, cart, notices }: NoticesProps) {
  return notices.map((notice) => (
    <Notice key={`${notice.code} ${notice.key ?? ''}`} kind={isDone(notice) ? 'success' : 'error'}>
      {noticeText(context, cart, notice)}
    </Notice>
  ));
}

function isDone({ code }: CartNotice): boolean {
  return code === 'added' || code === 'updated' || code === 'restored';
}

function noticeText({ t }: RenderContext, { lines }: Cart, { code, key, count = 1, max = 0 }: CartNotice): string {
  const name = lines.find((line) => line.key === key)?.name ?? '';
  switch (code) {
    case 'added':
      return key === undefined ? t(texts.addedSeveral, { count }) : t(texts.added, { name });
    case 'updated':
      return t(texts.updated);
    case 'restored':
      return t(texts.restored, { name });
    default:
      return quantityProblemText(t, { code, name, max });
  }
}
