import type { Shop } from '#platform/features/shop.ts';
import { Button } from '#ui/button.tsx';
import { type DownloadGrant, getDownloadState } from '../grants/grants.ts';
import { downloadPath } from '../paths.ts';
import { downloadTexts as texts } from '../texts.ts';

interface DownloadListProps {
  readonly shop: Shop;
  readonly downloads: readonly DownloadGrant[];
}

/** Lists files with their remaining downloads and expiry. Expired or used-up files have no button. */
export function DownloadList({ shop, downloads }: DownloadListProps) {
  const { t, clock, choices } = shop;
  const now = clock.now();
  const hasEnded = downloads.some((download) => getDownloadState(download, now) !== 'open');
  return (
    <>
      <ul className="stack">
        {downloads.map((download) => (
          <li key={download.id}>
            {getDownloadState(download, now) === 'open' ? (
              <form method="post" action={downloadPath(download.orderToken, download.id)}>
                <Button look="text">{t(texts.download, { name: download.name })}</Button>
              </form>
            ) : (
              download.name
            )}{' '}
            <small>{describe(shop, download, now)}</small>
          </li>
        ))}
      </ul>
      {hasEnded && <p>{t(texts.renewable, { email: choices.email })}</p>}
    </>
  );
}

function describe({ t }: Shop, { remaining, expiresAt }: DownloadGrant, now: Date): string {
  if (expiresAt !== null && expiresAt <= now) return t(texts.expired, { date: expiresAt });
  const parts = [
    ...(remaining === null ? [] : [t(texts.left, { count: remaining })]),
    ...(expiresAt === null || remaining === 0 ? [] : [t(texts.until, { date: expiresAt })]),
  ];
  return parts.join(', ');
}
