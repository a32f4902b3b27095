import { createHash } from 'node:crypto';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { texts } from '../texts.ts';
import type { StoreNoticeData } from './layout-data.ts';

interface NoticeSettings {
  readonly notice: string;
  readonly cookieNoticeVersion: number;
  readonly noticeDays: number;
}

/**
 * Returns the notice, or null when its text is empty. A change of text or version changes the id, so that shoppers
 * who dismissed the notice see it again.
 */
export function createStoreNotice({ notice, cookieNoticeVersion, noticeDays }: NoticeSettings): StoreNoticeData | null {
  if (notice === '') return null;
  const id = createHash('sha256').update(`${cookieNoticeVersion} ${notice}`).digest('hex').slice(0, 10);
  return { id, text: notice, days: noticeDays };
}

export const getNoticeCookieName = ({ id }: StoreNoticeData) => `store_notice${id}`;

/**
 * Runs in the head, before the first paint: a hidden notice never shows and causes no layout shift.
 * The content security policy allows it by its hash. Keep it short: it blocks rendering.
 */
const noticeScript =
  "{let r=document.documentElement;r.toggleAttribute('data-notice-hidden',document.cookie.split('; ').includes(r.dataset.notice+'=hidden'))}";

/** Source for `script-src` of the content security policy. */
export const noticeScriptHash = `'sha256-${createHash('sha256').update(noticeScript).digest('base64')}'`;

export function NoticeScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script dangerouslySetInnerHTML={{ __html: noticeScript }} />;
}

/** The notice is part of every cached page. `NoticeScript` hides it when the cookie is set. */
export function StoreNotice({
  context: { t },
  notice,
}: {
  context: Pick<RenderContext, 't'>;
  notice: StoreNoticeData;
}) {
  return (
    <Behaviour of="ui/store-notice" when="interaction">
      <aside className="site-notice" aria-label={t(texts.notice)} data-days={notice.days}>
        <p>{notice.text}</p>
        <button className="site-notice__dismiss icon-button when-script" type="button">
          <Icon name="x" small />
          <VisuallyHidden>{t(texts.dismissNotice)}</VisuallyHidden>
        </button>
      </aside>
    </Behaviour>
  );
}
