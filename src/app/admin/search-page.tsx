import type { FastifyInstance } from 'fastify';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminSearchPath, type Hit } from '#platform/admin/contract.ts';
import { maxQueryLength, searchAdmin } from '#platform/admin/search.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { wantsJson } from '#platform/http/replies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { sectionTitles } from './sections.ts';
import { adminTexts as texts } from './texts.ts';

/** Answers the palette with hits, and browsers without script with a page. */
export function registerSearch(app: FastifyInstance, shop: Shop): void {
  const { t } = shop;
  app.get(adminSearchPath, { config: { requires: openBackOffice.name } }, async (request, reply) => {
    const query = (new URLSearchParams(request.url.split('?', 2)[1]).get('q') ?? '').trim().slice(0, maxQueryLength);
    const actor = await getActor(shop, request);
    const hits = await searchAdmin(shop, actor, query, { pages: texts.searchPages, sections: sectionTitles });
    if (wantsJson(request)) return reply.send({ hits, summary: t(texts.searchCount, { count: hits.length }) });
    const body = <SearchPage t={t} query={query} hits={hits} />;
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title: t(texts.searchTitle), body });
  });
}

interface SearchPageProps {
  readonly t: Translate;
  readonly query: string;
  readonly hits: readonly Hit[];
}

function SearchPage({ t, query, hits }: SearchPageProps) {
  return (
    <AdminPage width="text">
      <PageHead title={t(texts.searchTitle)} />
      <form className="search-form" action={adminSearchPath}>
        <TextInput
          type="search"
          name="q"
          defaultValue={query}
          maxLength={maxQueryLength}
          aria-label={t(texts.searchLabel)}
        />
        <Button look="quiet">{t(texts.search)}</Button>
      </form>
      {hits.length === 0 && <ListState kind="no-match" text={t(texts.searchNone, { query })} />}
      {[...Map.groupBy(hits, ({ group }) => group)].map(([group, ofGroup]) => (
        <section className="hits" key={group}>
          <h2 className="hits__group">{group}</h2>
          <ul className="hits__list">
            {ofGroup.map(({ title, detail, href }) => (
              <li key={href}>
                <a className="hits__link" href={href}>
                  <span>{title}</span>
                  {detail && <span className="hits__detail">{detail}</span>}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </AdminPage>
  );
}
