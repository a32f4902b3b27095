import type { FastifyInstance } from 'fastify';
import { secondStep } from '#features/accounts/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { welcomePath } from './contract.ts';
import { firstRunTexts as texts } from './texts.ts';

/**
 * Registers the page after the set-up. It suggests a second factor, because the account has only a password so far.
 */
export function registerWelcomePage(app: FastifyInstance, shop: Shop): void {
  const { t } = shop;
  app.get(welcomePath, { config: { requires: openBackOffice.name } }, (request, reply) => {
    const [step] = shop.implementations(secondStep);
    const body = (
      <AdminPage width="text">
        <PageHead title={t(texts.welcomeTitle)} lead={t(texts.welcomeLead)} />
        {step && (
          <Panel id="protect" title={t(texts.protect)}>
            <div className="stack">
              <p>{t(texts.protectText)}</p>
              <p>
                <ButtonLink href={step.setupPath}>{t(texts.protectLink)}</ButtonLink>
              </p>
            </div>
          </Panel>
        )}
        <p>
          <ButtonLink look="quiet" href={adminPath()}>
            {t(texts.toHome)}
          </ButtonLink>
        </p>
      </AdminPage>
    );
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title: t(texts.welcomeTitle), body });
  });
}
