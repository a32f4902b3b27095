import type { FastifyInstance } from 'fastify';
import { loadOverview, type SalesOverview } from '#features/reports/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { checkTiles, countTiles } from '#platform/admin/home.ts';
import { listNavigation } from '#platform/admin/navigation.ts';
import { runChecks } from '#platform/checks/checks.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { type Actor, getActor, isPermitted } from '#platform/sessions/actor.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { adminTexts } from '../texts.ts';
import { Findings } from './findings.tsx';
import { homeTexts as texts } from './texts.ts';
import { Today } from './today.tsx';
import { Waiting } from './waiting.tsx';

/** The start page: problems of the shop, tasks that wait, and the sales of today. */
export function registerHome(app: FastifyInstance, shop: Shop): void {
  app.addHook('onReady', async () => checkTiles(shop));
  app.get(adminPath(), { config: { requires: openBackOffice.name } }, async (request, reply) =>
    renderPrivatePage(shop, request, reply, await createHome(shop, await getActor(shop, request))),
  );
}

async function createHome(shop: Shop, actor: Actor): Promise<PrivateView> {
  const { t, choices, clock } = shop;
  const navigation = listNavigation(shop.adminNavigation, actor);
  const openPaths = new Set(navigation.map(({ path }) => path));
  const [findings, tiles, sales] = await Promise.all([
    runChecks(shop, { isForOperator: false }),
    countTiles(shop, actor),
    isPermitted(actor, 'reports.read') ? loadSales(shop) : undefined,
  ]);
  // Pages that every member of staff may open, such as their own runs, don't count as work.
  const isPartOfWork = ({ permission }: { readonly permission: string }) => permission !== openBackOffice.name;
  const mayWork = navigation.some(isPartOfWork) || tiles.some(({ requires }) => isPartOfWork({ permission: requires }));
  const date = getDateFormat(choices.locale, { dateStyle: 'full' }).format(clock.now());
  const body = (
    <AdminPage width="record">
      <PageHead title={t(texts.greeting, { name: actor.name })} lead={mayWork ? date : t(texts.empty)} />
      <div className="home">
        <Findings t={t} findings={findings} openPaths={openPaths} />
        {mayWork && <Waiting shop={shop} tiles={tiles} openPaths={openPaths} />}
        {sales !== undefined && <Today shop={shop} sales={sales} mayListOrders={isPermitted(actor, 'orders.read')} />}
      </div>
    </AdminPage>
  );
  return { layout: 'admin', title: t(adminTexts.start), body };
}

/** @returns null when the sales can't be counted, so that the rest of the page is still shown */
async function loadSales(shop: Shop): Promise<readonly SalesOverview[] | null> {
  try {
    return await loadOverview(shop, shop.db);
  } catch (err) {
    shop.log.error({ err }, 'the sales of the start page of the back office failed');
    return null;
  }
}
