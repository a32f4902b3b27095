import type { FastifyInstance } from 'fastify';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Button } from '#ui/button.tsx';
import { KitForms } from './kit-forms.tsx';
import { KitList } from './kit-list.tsx';
import { KitRecord } from './kit-record.tsx';

const kitPath = adminPath('kit');

/**
 * Shows all components of the back office in every state, for developers of its pages. Registered in demo mode and
 * development only, since the owner of a live shop should never see invented orders. Its texts are specimens that
 * shops can't replace.
 */
export function registerKit(app: FastifyInstance, shop: Shop): void {
  if (shop.config.mode !== 'demo' && process.env.NODE_ENV === 'production') return;
  app.get(kitPath, { config: { requires: openBackOffice.name } }, (request, reply) => {
    const body = (
      <AdminPage>
        <PageHead
          back={{ href: adminPath(), text: 'Home' }}
          title="Parts of the back office"
          states={<StateBadge tone="info">Specimen</StateBadge>}
          lead="Every component in every state. Nothing here is stored."
          actions={
            <>
              <Button look="quiet" type="button">
                Export
              </Button>
              <Button type="button">Add coupon</Button>
            </>
          }
        />
        <KitList action={kitPath} />
        <KitRecord />
        <KitForms action={kitPath} />
      </AdminPage>
    );
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title: 'Parts', body });
  });
}
