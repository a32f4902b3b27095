import type { FastifyInstance } from 'fastify';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { FormProblems } from '#platform/forms/form-fields.tsx';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { Button } from '#ui/button.tsx';
import { FileDrop, FileInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { maxPictureBytes, mediaFileField } from '../contract.ts';
import { mediaTexts as texts } from '../texts.ts';
import { writeUploadTexts } from '../upload-texts.ts';

export const uploadPath = adminPath('media/upload');

/** @param refused a sentence about each file that was not added */
export function createUploadPage({ t, wire }: Shop, refused: readonly string[] = []): PrivateView {
  const title = t(texts.upload);
  const hint = t(texts.addHint, { size: maxPictureBytes / 1_000_000 });
  const body = (
    <AdminPage width="text">
      <PageHead title={title} back={{ href: adminPath('media'), text: t(texts.media) }} lead={t(texts.uploadLead)} />
      <FormProblems state={{ t, problems: refused.map((message) => ({ field: 'files', message })) }} />
      <Panel>
        <Behaviour of="media-library/admin/upload-form">
          <form
            className="media-upload"
            method="post"
            action={uploadPath}
            encType="multipart/form-data"
            noValidate
            data-media-upload={wire.platformRest}
            data-texts={writeUploadTexts(t)}
          >
            <Field id="files" label={t(texts.files)} hint={hint} error={refused[0]} required>
              {(control) => (
                <FileDrop choose={title} drop={t(texts.drop)}>
                  <FileInput {...control} name={mediaFileField} multiple accept="image/*" data-media-files="" />
                </FileDrop>
              )}
            </Field>
            <Button>{title}</Button>
            <ul className="media-field__progress" data-media-progress="" />
          </form>
        </Behaviour>
      </Panel>
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}

export function registerUploadPage(app: FastifyInstance, shop: Shop): void {
  app.get(uploadPath, { config: { requires: 'media.write' } }, (request, reply) =>
    renderPrivatePage(shop, request, reply, createUploadPage(shop)),
  );
}
