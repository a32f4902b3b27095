import { createHash } from 'node:crypto';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { texts } from '../texts.ts';
import type { StoreNoticeData } from './layout-data.ts';

interface NoticeChoices {
  readonly notice: string;
  readonly cookieNoticeVersion: number;
  readonly noticeDays: number;
}

/** The notice, identified by text and version: a change shows it again. Null without a text. */
export function storeNotice({ notice, cookieNoticeVersion, noticeDays }: NoticeChoices): StoreNoticeData | null {
  if (notice === '') return null;
  const id = createHash('sha256').update(`${cookieNoticeVersion} ${notice}`).digest('hex').slice(0, 10);
  return { id, text: notice, days: noticeDays };
}

/** Spec 9.3/1. */
export const noticeCookie = ({ id }: StoreNoticeData) => `store_notice${id}`;

/**
 * Runs in the head, before the first paint: a hidden notice never shows and causes no layout shift.
 * The content security policy allows it by its hash. Keep it minimal: it blocks rendering.
 */
const earlyScript =
  "{let r=document.documentElement;r.toggleAttribute('data-notice-hidden',document.cookie.split('; ').includes(r.dataset.notice+'=hidden'))}";

/** For `script-src` of the content security policy. */
export const earlyScriptHash = `'sha256-${createHash('sha256').update(earlyScript).digest('base64')}'`;

export function EarlyScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script dangerouslySetInnerHTML={{ __html: earlyScript }} />;
}

/** Part of every cached page. A cookie hides it before the first paint. */
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
