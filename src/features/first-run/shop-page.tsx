import type { FastifyInstance } from 'fastify';
import { shopPagePath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormProblems } from '#platform/forms/form-fields.tsx';
import { readSingleLine } from '#platform/forms/read-form.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { SaveBar } from '#ui/admin/bars.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Notice } from '#ui/notice.tsx';
import { createDetailSections, listDetailFields, readDetailValues } from './details/detail-fields.ts';
import { DetailParts } from './details/detail-parts.tsx';
import { formatVersions } from './details/save-details.ts';
import { firstRunStyles } from './first-run-page.tsx';
import { firstRunTexts as texts } from './texts.ts';

/** Hidden field with the versions of the settings that the form shows. */
export const versionsField = 'versions';

export const writeSettings = 'settings.write';

export function registerShopPage(app: FastifyInstance, shop: Shop): void {
  app.get(shopPagePath, { config: { requires: writeSettings } }, async (request, reply) => {
    const isSaved = consumeNotices(shop, request, reply, ['shopSaved']).length > 0;
    return renderPrivatePage(shop, request, reply, await createShopPage(shop, { isSaved }));
  });
}

interface ShopPageState {
  readonly isSaved?: boolean;
  /** What was sent before. */
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly refusal?: string;
  /** Somebody else has changed the details: saving again replaces what the page names. */
  readonly isConflict?: boolean;
}

export async function createShopPage(
  shop: Shop,
  { isSaved, form: sent, problems, refusal, isConflict }: ShopPageState = {},
): Promise<PrivateView> {
  const { t } = shop;
  const sections = await createDetailSections(shop, { isFirstRun: false });
  const form = sent ?? toForm(readDetailValues(shop), listDetailFields(sections));
  const state = { t, form, problems };
  const shownVersions = sent && !isConflict ? readSingleLine(sent, versionsField) : formatVersions(shop);
  const body = (
    <AdminPage width="text">
      <PageHead title={t(texts.page)} lead={t(texts.pageLead)} />
      {isSaved && <Notice kind="success">{t(texts.saved)}</Notice>}
      {refusal && <Notice kind="error">{refusal}</Notice>}
      <form className="stack" method="post" action={shopPagePath}>
        <FormProblems state={state} />
        <input type="hidden" name={versionsField} value={shownVersions} />
        <DetailParts shop={shop} sections={sections} state={state} />
        <SaveBar
          {...{ label: t(texts.saveBar), changed: t(texts.changed), saving: t(texts.saving), save: t(texts.save) }}
          discard={{ href: shopPagePath, text: t(texts.discard) }}
        />
      </form>
    </AdminPage>
  );
  return { layout: 'admin', title: t(texts.page), styles: firstRunStyles, body };
}
