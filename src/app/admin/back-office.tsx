import type { FastifyInstance } from 'fastify';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { listNavigation } from '#platform/admin/navigation.ts';
import { adminSearch } from '#platform/admin/search.ts';
import { type Finding, formatFinding, runChecks } from '#platform/checks/checks.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Notice } from '#ui/notice.tsx';
import { registerKit } from './kit/kit-page.tsx';
import { registerSearch } from './search-page.tsx';
import { adminTexts as texts } from './texts.ts';

/** The start page of the back office. Features add the rest with `Feature.admin`. */
export const backOffice: Feature = {
  name: 'admin',
  needs: ['accounts'],
  texts: [texts],
  ports: [adminSearch],
  admin: {
    navigation: [{ section: 'home', text: texts.start, path: adminPath(), permission: openBackOffice.name }],
    routes: (app, shop) => {
      registerStartPage(app, shop);
      registerSearch(app, shop);
      registerKit(app, shop);
    },
  },
};

interface FindingsProps {
  readonly shop: Shop;
  readonly findings: readonly Finding[];
  /** Paths of the pages that the person may open. */
  readonly openPaths: ReadonlySet<string>;
}

/** What stops the shop from selling, or should be seen to. Nothing when all is well. */
function Findings({ shop: { t }, findings, openPaths }: FindingsProps) {
  const shown = findings.filter(({ state }) => state !== 'ok');
  if (shown.length === 0) return null;
  const hasErrors = shown.some(({ state }) => state === 'error');
  return (
    <Notice kind={hasErrors ? 'error' : 'warning'} title={t(texts.findings)}>
      <ul>
        {shown.map((finding) => (
          <li key={formatFinding(finding)}>
            <FindingText finding={finding} openPaths={openPaths} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Its name leads to the page that mends it, if there is one and the person may open it. */
function FindingText({ finding, openPaths }: Pick<FindingsProps, 'openPaths'> & { readonly finding: Finding }) {
  const { what, path } = finding;
  if (path === undefined || !openPaths.has(path)) return formatFinding(finding);
  return (
    <>
      <a href={path}>{what}</a>
      {formatFinding(finding).slice(what.length)}
    </>
  );
}

function registerStartPage(app: FastifyInstance, shop: Shop): void {
  app.get(adminPath(), { config: { requires: openBackOffice.name } }, async (request, reply) => {
    const actor = await getActor(shop, request);
    const navigation = listNavigation(shop.adminNavigation, actor);
    const openPaths = new Set(navigation.map(({ path }) => path));
    // What everybody may open, such as one's own runs, is no part of the work.
    const isEmpty = navigation.every(({ permission }) => permission === openBackOffice.name);
    const body = (
      <AdminPage>
        <PageHead
          title={shop.t(texts.greeting, { name: actor.name })}
          lead={shop.t(isEmpty ? texts.startEmpty : texts.startText)}
        />
        <Findings {...{ shop, openPaths }} findings={await runChecks(shop, { isForOperator: false })} />
      </AdminPage>
    );
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title: shop.t(texts.start), body });
  });
}
