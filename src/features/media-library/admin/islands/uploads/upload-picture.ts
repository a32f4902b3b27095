import {
  type MediaReply,
  mediaCallPath,
  mediaFileField,
  mediaItemPath,
  postProcessPath,
} from '#features/media-library/contract.ts';
import { call } from '#platform/http/browser/api.ts';

const maxTries = 5;

type UploadOutcome =
  | { readonly ok: true; readonly media: MediaReply }
  /** `reason`: null when the sizes could not be made. */
  | { readonly ok: false; readonly reason: string | null };

interface Upload {
  readonly file: File;
  readonly rest: string;
  readonly signal: AbortSignal;
  /** @param share what was sent, from 0 to 1 */
  readonly onProgress: (share: number) => void;
  readonly onSent: () => void;
}

/**
 * Stores a picture, and then has its sizes made: five times at most. After that it is deleted, because pages would show
 * a picture that can't be sent.
 */
export async function uploadPicture({ file, rest, signal, onProgress, onSent }: Upload): Promise<UploadOutcome> {
  const body = new FormData();
  body.set(mediaFileField, file);
  const stored = await call<MediaReply>(mediaCallPath(rest), { method: 'POST', body, signal, onProgress });
  if (!stored.ok) return { ok: false, reason: stored.message };
  // A picture that was in the library before must not be deleted.
  if (stored.data.isReady) return { ok: true, media: stored.data };
  onSent();
  const { id } = stored.data;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const made = await call<MediaReply>(postProcessPath(rest, id), { method: 'POST', body: {}, signal });
    if (made.ok) return { ok: true, media: made.data };
    if (signal.aborted) return { ok: false, reason: made.message };
  }
  await call(`${mediaItemPath(rest, id)}?force=true`, { method: 'DELETE', signal });
  return { ok: false, reason: null };
}
