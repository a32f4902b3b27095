import { z } from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';
import { fetchBytes } from '#platform/media/fetch-bytes.ts';
import { downloadSettings } from '../settings.ts';
import { isStored, storeFetched } from './stored-files.ts';

const megabyte = 1_000_000;
const timeout = 5 * 60 * 1000;

/** Fetches a file that the catalogue names by its address, once. Buyers get the shop's copy. */
export const fetchFileJob = defineJob({
  name: 'downloads:fetch-file',
  schema: z.object({ location: z.string().max(2000) }),
  slow: true,
  maxAttempts: 12,
  run: async (shop, { location }) => {
    if (await isStored(shop.files, location)) return;
    const maxBytes = shop.settings(downloadSettings).maxFetchedMegabytes * megabyte;
    const fetched = await fetchBytes(location, { maxBytes, timeout, accept: '*/*' });
    if (!fetched.ok) throw new Error(`the file of a download was not fetched: ${fetched.code}`);
    await storeFetched(shop.files, location, fetched.bytes);
  },
});
