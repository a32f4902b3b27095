import type { ReactNode } from 'react';
import type { Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { findOrderDownloads } from '../grants/grants.ts';
import { downloadTexts as texts } from '../texts.ts';
import { DownloadList } from './download-list.tsx';

/** Fills `order.details` with the files of a paid order. */
export async function renderOrderDownloads(
  shop: Shop,
  { t }: RenderContext,
  { order }: { readonly order: Order },
): Promise<ReactNode> {
  if (!order.lines.some(({ downloadable }) => downloadable)) return null;
  const downloads = await findOrderDownloads(shop.db, order.id);
  if (downloads.length === 0) return null;
  return (
    <>
      <h2 id="downloads">{t(texts.title)}</h2>
      <DownloadList shop={shop} downloads={downloads} />
    </>
  );
}
