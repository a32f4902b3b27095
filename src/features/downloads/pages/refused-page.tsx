import { orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { downloadTexts as texts } from '../texts.ts';

const reasons: Readonly<Record<string, Text>> = {
  DOWNLOAD_EXPIRED: texts.refusedExpired,
  DOWNLOAD_USED_UP: texts.refusedUsedUp,
  DOWNLOAD_NOT_READY: texts.refusedNotReady,
  TOO_MANY_DOWNLOADS: texts.refusedTooMany,
};

interface RefusedPageProps {
  readonly shop: Shop;
  /** Token of the order. */
  readonly token: string;
  /** Code of `downloadErrors`. */
  readonly code: string;
}

export function RefusedPage({ shop: { t, choices }, token, code }: RefusedPageProps) {
  const reason = reasons[code];
  return (
    <div className="wrap wrap--text">
      <PageHead title={t(texts.refusedTitle)} lead={reason && t(reason, { email: choices.email })} />
      <ButtonLink look="quiet" href={orderPath(token)}>
        {t(texts.viewOrder)}
      </ButtonLink>
    </div>
  );
}
