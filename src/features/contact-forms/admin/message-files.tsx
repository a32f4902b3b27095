import { z } from 'zod';
import type { Translate } from '#platform/texts/texts.ts';
import { listFilePaths } from '../messages/send-message-file.ts';
import { messageAdminTexts as texts } from './texts.ts';

export const shownFile = z.strictObject({ id: z.string(), name: z.string(), type: z.string(), bytes: z.int() });

interface MessageFilesProps {
  readonly t: Translate;
  readonly files: readonly z.infer<typeof shownFile>[];
}

/** Lists files as downloads. A shown picture is another one, which the shop makes of its pixels. */
export function MessageFiles({ t, files }: MessageFilesProps) {
  return (
    <ul className="order-list">
      {files.map((file) => {
        const { download, preview } = listFilePaths(file);
        return (
          <li key={file.id}>
            <a href={download} download={file.name}>
              {file.name}
            </a>{' '}
            <small className="order-muted">{t(texts.fileSize, { kilobytes: Math.ceil(file.bytes / 1000) })}</small>
            {preview !== null && (
              <p>
                <img src={preview} alt={t(texts.preview, { name: file.name })} width={320} loading="lazy" />
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
