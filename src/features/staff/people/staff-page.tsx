import type { FastifyInstance } from 'fastify';
import {
  type Invitation,
  listInvitations,
  listRoles,
  listStaff,
  manageStaff,
  readStaff,
  type StaffMember,
} from '#features/accounts/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { invitePath, personPath, sendInvitationPath, staffPath, takeBackInvitationPath } from '../contract.ts';
import { createStaffPage, readStaffNotices } from '../page.tsx';
import { staffTexts as texts } from '../texts.ts';
import { findPeopleWithFactor } from './second-factors.ts';

export function registerStaffPage(app: FastifyInstance, shop: Shop): void {
  const { t } = shop;
  app.get(staffPath, { config: { requires: readStaff.name } }, async (request, reply) => {
    const actor = await getActor(shop, request);
    const mayManage = isPermitted(actor, manageStaff.name);
    const page = createStaffPage({
      ...{ title: t(texts.staff), lead: t(texts.staffLead), notices: readStaffNotices(shop, request, reply) },
      actions: mayManage && <ButtonLink href={invitePath}>{t(texts.invite)}</ButtonLink>,
      children: (
        <>
          {await renderPeople(shop, await listStaff(shop.db), actor.staffId)}
          <Invitations shop={shop} invitations={await listInvitations(shop.db)} mayManage={mayManage} />
        </>
      ),
    });
    return renderPrivatePage(shop, request, reply, page);
  });
}

async function renderPeople(shop: Shop, people: readonly StaffMember[], ownId: number | null) {
  const { t } = shop;
  const withFactor = await findPeopleWithFactor(
    shop.db,
    people.map(({ customerId }) => customerId),
  );
  const strict = new Set((await listRoles(shop.db)).filter((role) => role.needsSecondFactor).map(({ name }) => name));
  const rows = people.map(({ id, customerId, name, email, role, createdAt }) => ({
    id,
    href: personPath(id),
    cells: {
      name: name || email,
      you: id === ownId ? <StateBadge tone="info">{t(texts.you)}</StateBadge> : null,
      email,
      role,
      factor: <Factor t={t} has={withFactor.has(customerId)} needs={strict.has(role)} />,
      since: t(texts.onDay, { at: createdAt }),
    },
  }));
  const columns = [
    { id: 'name', title: t(texts.name), onPhone: 'title' },
    { id: 'you', title: t(texts.person), onPhone: 'badge' },
    { id: 'email', title: t(texts.email) },
    { id: 'role', title: t(texts.role), onPhone: 'value' },
    { id: 'factor', title: t(texts.secondFactor) },
    { id: 'since', title: t(texts.since) },
  ] as const;
  return (
    <Panel look="flush">
      <DataTable label={t(texts.staff)} columns={columns} rows={rows} />
    </Panel>
  );
}

function Factor({ t, has, needs }: { readonly t: Shop['t']; readonly has: boolean; readonly needs: boolean }) {
  if (has) return <StateBadge tone="success">{t(texts.hasFactor)}</StateBadge>;
  if (!needs) return <StateBadge>{t(texts.noFactor)}</StateBadge>;
  return (
    <StateBadge tone="warning" isOpen>
      {t(texts.missesFactor)}
    </StateBadge>
  );
}

interface InvitationsProps {
  readonly shop: Shop;
  readonly invitations: readonly Invitation[];
  readonly mayManage: boolean;
}

function Invitations({ shop, invitations, mayManage }: InvitationsProps) {
  const { t, clock } = shop;
  const columns = [
    { id: 'email', title: t(texts.email), onPhone: 'title' },
    { id: 'role', title: t(texts.role), onPhone: 'value' },
    { id: 'by', title: t(texts.invitedBy) },
    { id: 'until', title: t(texts.validUntil) },
    ...(mayManage ? [{ id: 'actions', title: t(texts.actions) }] : []),
  ] as const;
  const rows = invitations.map(({ id, email, role, invitedBy, expiresAt }) => ({
    id,
    cells: {
      ...{ email, role, by: invitedBy },
      until:
        expiresAt > clock.now() ? (
          t(texts.onDay, { at: expiresAt })
        ) : (
          <StateBadge tone="warning">{t(texts.isExpired)}</StateBadge>
        ),
      actions: (
        <div className="buttons">
          <form method="post" action={sendInvitationPath(id)}>
            <Button look="text" aria-label={t(texts.sendAgainTo, { email })}>
              {t(texts.sendAgain)}
            </Button>
          </form>
          <form method="post" action={takeBackInvitationPath(id)}>
            <Button look="text" aria-label={t(texts.takeBackOf, { email })}>
              {t(texts.takeBack)}
            </Button>
          </form>
        </div>
      ),
    },
  }));
  return (
    <Panel id="invitations" title={t(texts.invitations)} look={rows.length > 0 ? 'flush' : 'plain'}>
      {rows.length > 0 ? (
        <DataTable label={t(texts.openInvitations)} columns={columns} rows={rows} />
      ) : (
        <p>{t(texts.noInvitations)}</p>
      )}
    </Panel>
  );
}
