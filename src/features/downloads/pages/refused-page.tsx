import { orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import { ButtonLink } from '#ui/button.tsx';
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
  /** Of `downloadErrors`. */
  readonly code: string;
}

/** Says why a download did not begin, and what to do. */
export function RefusedPage({ shop: { t, choices }, token, code }: RefusedPageProps) {
  const reason = reasons[code];
  return (
    <div className="wrap wrap--text">
      <header className="page-head">
        <h1>{t(texts.refusedTitle)}</h1>
        {reason && <p className="lead">{t(reason, { email: choices.email })}</p>}
      </header>
      <ButtonLink look="quiet" href={orderPath(token)}>
        {t(texts.viewOrder)}
      </ButtonLink>
    </div>
  );
}
