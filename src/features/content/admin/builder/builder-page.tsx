import type { FastifyInstance } from 'fastify';
import { getBlockTypes } from '#features/content/blocks/block-types.ts';
import { renderEachBlock } from '#features/content/blocks/render-blocks.tsx';
import { groupType, listBlocks } from '#features/content/blocks/tree.ts';
import { type Entry, findEntry } from '#features/content/entries/save-entry.ts';
import { headTypes } from '#features/content/pages/page.tsx';
import { loadForm, showValues } from '#platform/admin/forms/form-parts.ts';
import { getVersion, versionField, writeVersion } from '#platform/admin/forms/merge.ts';
import { readRecordId } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { allowOrigins } from '#platform/pages/page-origins.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { createBlock } from '../edit-tree.ts';
import { entryForm } from '../entry-form.ts';
import { getBuilderPath, getEditorPath, getPreviewPath } from '../paths.ts';
import { contentTexts as texts } from '../texts.ts';
import { builderTexts } from './builder-texts.ts';
import type { BuilderProps, BuilderType } from './contract.shared.ts';

const config = { requires: 'content.write' };
const maxId = 2_147_483_647;

/**
 * Registers the page builder. It submits the entry's form of the back office, so saves are validated and merged in the
 * same way.
 */
export function registerBuilder(app: FastifyInstance, shop: Shop): void {
  app.get(getBuilderPath(':id'), { config }, async (request, reply) => {
    const id = readRecordId(request);
    const actor = await getActor(shop, request);
    const entry = id === null || id > maxId ? null : await findEntry(shop.db, id);
    const open = entry && (await loadForm(shop, shop.db, entryForm, { id: entry.id, actor }));
    if (!entry || !open) return reply.callStatusPage(404);
    const { t } = shop;
    const path = getEditorPath(entry.id);
    if (entry.kind === 'menu') return reply.redirect(path, 303);
    const title = t(builderTexts.title, { title: entry.title });
    // The library adds style elements, and those in its frame have no nonce.
    allowOrigins({ hasInlineStyles: true });
    const props = await createProps(shop, request.url, entry, `${actor.staffId ?? actor.name} ${path}`);
    const fields = Object.entries({ ...showValues(open), [versionField]: writeVersion(getVersion(open)) });
    const body = (
      <AdminPage width="full">
        <noscript>
          <PageHead title={title} back={{ href: path, text: t(builderTexts.editor) }} lead={t(builderTexts.noScript)} />
        </noscript>
        <Behaviour of="content/admin/page-builder">
          <form method="post" action={path} encType="multipart/form-data" data-builder-form="" hidden>
            {fields.flatMap(([name, value]) =>
              [value ?? []].flat().map((each, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never move
                <input type="hidden" key={`${name} ${index}`} name={name} value={each} />
              )),
            )}
          </form>
          <div data-page-builder={JSON.stringify(props)} data-filled-by-script="" />
        </Behaviour>
      </AdminPage>
    );
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title, body });
  });
  // The frame of the builder takes the style sheets of this page, which has those of all block types.
  app.get(getBuilderPath('styles'), { config: { ...config, isPageOfShop: true } }, async (request, reply) => {
    const styles = [...getBlockTypes(shop).values()].flatMap((type) => type.styles ?? []);
    const view = { title: shop.t(texts.blocks), body: null, styles: [...new Set(styles)] };
    return renderPrivatePage(shop, request, reply, view);
  });
}

async function createProps(shop: Shop, url: string, entry: Entry, draftKey: string): Promise<BuilderProps> {
  const { t } = shop;
  const [address = '/'] = url.split('?', 1);
  const definitions = getBlockTypes(shop);
  const types = [...definitions.values()].flatMap((definition): BuilderType[] => {
    const { name, takes = null, initial, stands = 'page' } = definition;
    // Blocks of menus are edited in the back office without the builder.
    if (stands !== 'page' || (takes !== null && takes !== 'blocks' && takes !== 'groups')) return [];
    const groups = takes === 'groups' ? (createBlock(definition, definitions).children?.length ?? 0) : 0;
    return [{ name, label: t(definition.text), takes, initial: { ...initial }, groups }];
  });
  const leaves = listBlocks(entry.tree.blocks).filter(
    ({ type }) => type !== groupType && !definitions.get(type)?.takes,
  );
  const html = await renderEachBlock(shop, shop.renderContext(address), leaves);
  const { title: _, noScript: __, editor, ...own } = builderTexts;
  const { up, down, duplicate, delete: remove } = texts;
  const all = { ...own, editor, up, down, duplicate, delete: remove };
  // Keep `{block}` in the text: the script fills it in.
  const words = Object.fromEntries(Object.entries(all).map(([key, text]) => [key, t(text, { block: '{block}' })]));
  return {
    title: entry.title,
    head: ['page', 'home'].includes(entry.kind) ? { lead: entry.lead, hiddenBy: headTypes } : null,
    ...{ types, html: Object.fromEntries(html), draftKey, texts: words as unknown as BuilderProps['texts'] },
    ...{ stylesPath: getBuilderPath('styles'), previewPath: getPreviewPath(entry.id) },
    ...{ editorPath: getEditorPath(entry.id), publishPath: `${getEditorPath(entry.id)}/publish` },
  };
}
