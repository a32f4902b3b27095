import type { Translate } from '#platform/texts/texts.ts';
import { mediaTexts as texts } from './texts.ts';

/** What scripts say of an upload: `{name}` and `{reason}` are theirs. */
export function writeUploadTexts(t: Translate): string {
  const [name, reason] = ['{name}', '{reason}'];
  return JSON.stringify({
    uploading: t(texts.uploading, { name }),
    processing: t(texts.processing, { name }),
    uploaded: t(texts.uploaded, { name }),
    failed: t(texts.failed, { name, reason }),
    postProcess: t(texts.post_process),
  });
}
