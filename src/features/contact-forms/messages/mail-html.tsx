import { Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Shop } from '#platform/features/shop.ts';
import { renderLines } from '#platform/mail/kit/render-html.tsx';
import { messagePath } from '../admin/paths.ts';
import { contactFormTexts as texts } from '../texts.ts';
import type { ContactMessage } from './find-messages.ts';

/**
 * Renders files for a template that is HTML of its own.
 * @param isSavable whether the mail says how to save the files
 */
export function renderMailFileList(
  { t, config }: Pick<Shop, 't' | 'config'>,
  { id, files }: ContactMessage,
  isSavable: boolean,
): string {
  if (files.length === 0) return '';
  return renderToStaticMarkup(
    <>
      <p>{t(texts.mail_files)}</p>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            {file.name}, {t(texts.mail_file_size, { kilobytes: Math.ceil(file.bytes / 1000) })}
          </li>
        ))}
      </ul>
      {isSavable && <p>{t(texts.mail_files_hint, { address: config.publicUrl + messagePath(id) })}</p>}
    </>,
  );
}

export function renderAppendedTexts({ fields }: ContactMessage): string {
  return renderToStaticMarkup(
    fields
      .filter(({ isAppended }) => isAppended)
      .map(({ name, label, values }) => (
        <Fragment key={name}>
          <p>{label}</p>
          <p>{renderLines(values.join('\n'))}</p>
        </Fragment>
      )),
  );
}
