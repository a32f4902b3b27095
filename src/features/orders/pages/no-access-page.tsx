import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { sendLinkPath } from '../contract.ts';
import { orderTexts as texts } from '../texts.ts';

interface NoAccessPageProps {
  readonly context: RenderContext;
  readonly token: string;
  readonly isExpired: boolean;
  readonly isSent: boolean;
  readonly shopEmail: string;
}

export function NoAccessPage({ context: { t }, token, isExpired, isSent, shopEmail }: NoAccessPageProps) {
  return (
    <div className="wrap wrap--narrow order">
      <PageHead
        title={t(isExpired ? texts.linkExpiredTitle : texts.noAccessTitle)}
        lead={t(isExpired ? texts.linkExpired : texts.noAccess)}
      />
      {isSent ? (
        <Notice kind="success" autoFocus>
          {t(texts.linkSent)}
        </Notice>
      ) : (
        <form method="post" action={sendLinkPath(token)} className="stack">
          <p>{t(texts.linkOffer)}</p>
          <Button>{t(texts.sendLink)}</Button>
        </form>
      )}
      <p>
        {t(texts.linkHelp)} <a href={`mailto:${shopEmail}`}>{shopEmail}</a>
      </p>
    </div>
  );
}
