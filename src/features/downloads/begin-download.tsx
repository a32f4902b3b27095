import { z } from 'zod';
import { findVisibleOrder } from '#features/orders/index.ts';
import { defineMutation, type Refusal } from '#platform/mutations/mutation.ts';
import { downloadErrors } from './errors.ts';
import { createFileKey } from './files/file-key.ts';
import { isStored } from './files/stored-files.ts';
import { countDownload, findOrderDownloads, getDownloadState } from './grants/grants.ts';
import { RefusedPage } from './pages/refused-page.tsx';
import { downloadPath, filePath } from './paths.ts';
import { downloadTexts as texts } from './texts.ts';

const limit = { name: 'downloads', seconds: 60 * 60, max: 60 };
const failures = { expired: 'DOWNLOAD_EXPIRED', 'used-up': 'DOWNLOAD_USED_UP' } as const;

type BeginResult =
  | { readonly ok: true; readonly id: string }
  | Refusal<'not_found' | 'DOWNLOAD_EXPIRED' | 'DOWNLOAD_USED_UP' | 'DOWNLOAD_NOT_READY' | 'TOO_MANY_DOWNLOADS'>;

/** Counts a download and redirects to its file. Only for visitors who may see the order. */
export const beginDownload = defineMutation({
  name: 'downloads.begin-download',
  description: 'Counts a download of a bought file and redirects to a link to the file that expires.',
  schema: z.unknown(),
  errors: downloadErrors,
  run: async ({ shop, request, reply }): Promise<BeginResult> => {
    const access = await findVisibleOrder(shop, request, reply);
    if (!access.ok) return { ok: false, code: 'not_found' };
    // Consume the limit only for existing orders, so that guessed tokens write nothing to the database.
    const allowance = await shop.limits.consume([{ limit, key: String(access.order.id) }]);
    if (!allowance.ok) return { ok: false, code: 'TOO_MANY_DOWNLOADS' };
    const { id } = request.params as { id: string };
    const download = (await findOrderDownloads(shop.db, access.order.id)).find((each) => each.id === id);
    if (!download) return { ok: false, code: 'not_found' };
    const now = shop.clock.now();
    const state = getDownloadState(download, now);
    if (state !== 'open') return { ok: false, code: failures[state] };
    if (!(await isStored(shop.files, download.location))) return { ok: false, code: 'DOWNLOAD_NOT_READY' };
    return (await countDownload(shop.db, id, now)) ? { ok: true, id } : { ok: false, code: 'DOWNLOAD_USED_UP' };
  },
  form: {
    path: downloadPath(':token', ':id'),
    success: ({ shop }, { id }) => ({ redirectTo: filePath(id, createFileKey(shop, id)) }),
    failure: ({ shop, request }, { code }) => {
      const { token } = request.params as { token: string };
      const body = <RefusedPage shop={shop} token={token} code={code} />;
      return { page: { title: shop.t(texts.refusedTitle), body }, headers: { 'referrer-policy': 'same-origin' } };
    },
  },
});
