import type { FastifyInstance } from 'fastify';
import type { ReactNode } from 'react';
import {
  describeDevice,
  findRole,
  findStaffById,
  hasPermissions,
  isLastOwner,
  listPermissions,
  listSessions,
  manageStaff,
  readStaff,
  type SessionEntry,
  type StaffMember,
  secondStep,
} from '#features/accounts/index.ts';
import { resetTwoFactor } from '#features/two-factor/index.ts';
import { type AuditFilter, listAudit } from '#platform/admin/audit/list-audit.ts';
import { readAudit } from '#platform/admin/audit/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import { FormField } from '#platform/forms/form-fields.tsx';
import { choice } from '#platform/forms/kinds.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { type Actor, getActor, isPermitted } from '#platform/sessions/actor.ts';
import { FactsList, Panel, PanelColumns } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Button } from '#ui/button.tsx';
import {
  endSessionsPath,
  giveRolePath,
  personPath,
  removePersonPath,
  resetFactorPath,
  staffPath,
} from '../contract.ts';
import { listGivableRoles } from '../invitations/invite-mutations.tsx';
import { createStaffPage, readStaffNotices } from '../page.tsx';
import { staffTexts as texts } from '../texts.ts';
import { createAuditPanel } from './audit-panel.tsx';
import { findFactorState } from './second-factors.ts';

export function registerPersonPage(app: FastifyInstance, shop: Shop): void {
  app.get(personPath(':id'), { config: { requires: readStaff.name } }, async (request, reply) => {
    const id = Number((request.params as { id: string }).id);
    const member = Number.isSafeInteger(id) ? await findStaffById(shop.db, id) : null;
    if (member === null) return reply.callStatusPage(404);
    const notices = readStaffNotices(shop, request, reply);
    const page = await createPersonPage(shop, await getActor(shop, request), member, { notices });
    return renderPrivatePage(shop, request, reply, page);
  });
}

interface PersonState {
  readonly notices?: readonly string[];
  readonly refusal?: string;
}

/** Page of a member of staff: role, sessions, second factor, and audit entries by and about them. */
export async function createPersonPage(
  shop: Shop,
  actor: Actor,
  member: StaffMember,
  state: PersonState,
): Promise<PrivateView> {
  const { t, db } = shop;
  const { id, customerId, name, email, role: roleName, createdAt } = member;
  const role = await findRole(db, roleName);
  const isAbove = role !== null && !hasPermissions(actor, listPermissions(shop, role));
  const isSelf = actor.staffId === id;
  const mayManage = isPermitted(actor, manageStaff.name) && !isAbove;
  const mayReset = isPermitted(actor, resetTwoFactor.name) && !isAbove && !isSelf;
  const isLast = await isLastOwner(db, customerId);
  const [step] = shop.implementations(secondStep);
  const factor = await findFactorState(db, customerId);
  const sessions = await listSessions(db, customerId, shop.clock.now());
  const audit = (filter: AuditFilter) => listAudit(db, filter, 20);
  const facts = [
    { label: t(texts.email), value: email },
    { label: t(texts.role), value: roleName },
    { label: t(texts.since), value: t(texts.onDay, { at: createdAt }) },
    { label: t(texts.secondFactor), value: t(texts.factorNow, { state: factor }) },
    { label: t(texts.needsFactor), value: t(role?.needsSecondFactor ? texts.yes : texts.no) },
  ];
  const main = (
    <>
      <SessionsPanel shop={shop} id={id} sessions={sessions} mayEnd={mayManage} />
      {mayManage && isLast && (
        <Panel id="role-form" title={t(texts.changeRole)}>
          <p>{t(texts.lastOwnerStays)}</p>
          <p>
            <a href={staffPath}>{t(texts.toStaff)}</a>
          </p>
        </Panel>
      )}
      {mayManage && !isLast && <RolePanel shop={shop} member={member} options={await listGivableRoles(shop, actor)} />}
      {mayReset && factor !== 'none' && (
        <ActionPanel id="reset" title={t(texts.resetFactor)} lead={t(texts.resetLead)} path={resetFactorPath(id)} />
      )}
      {mayManage && !isLast && (
        <ActionPanel id="remove" title={t(texts.remove)} lead={t(texts.removeLead)} path={removePersonPath(id)} />
      )}
    </>
  );
  const side = (
    <>
      <Panel>
        <FactsList facts={facts} />
        {isSelf && step && (
          <p>
            <a href={step.setupPath}>{t(texts.ownFactor)}</a>
          </p>
        )}
      </Panel>
      {isPermitted(actor, readAudit.name) && (
        <>
          {
            await createAuditPanel({
              ...{ id: 'changed', shop, actor, title: t(texts.changed) },
              rows: await audit({ subject: { kind: 'staff', id } }),
            })
          }
          {
            await createAuditPanel({
              ...{ id: 'done', shop, actor, title: t(texts.done) },
              rows: await audit({ staffId: id }),
            })
          }
        </>
      )}
    </>
  );
  return createStaffPage({
    ...{ title: name || email, width: 'record', ...state },
    back: { href: staffPath, text: t(texts.staff) },
    states: isSelf && <StateBadge tone="info">{t(texts.you)}</StateBadge>,
    children: <PanelColumns main={main} side={side} />,
  });
}

interface SessionsProps {
  readonly shop: Shop;
  readonly id: number;
  readonly sessions: readonly SessionEntry[];
  readonly mayEnd: boolean;
}

function SessionsPanel({ shop: { t }, id, sessions, mayEnd }: SessionsProps) {
  const endAll = mayEnd && sessions.length > 0 && (
    <form method="post" action={endSessionsPath(id)}>
      <Button look="quiet">{t(texts.endAll)}</Button>
    </form>
  );
  return (
    <Panel id="sessions" title={t(texts.sessions)} foot={endAll}>
      {sessions.length === 0 && <p>{t(texts.noSessions)}</p>}
      {sessions.map((session) => {
        const device = describeDevice(session.userAgent) ?? t(texts.unknownDevice);
        return (
          <form method="post" action={endSessionsPath(id)} key={session.id}>
            <input type="hidden" name="session" value={session.id} />
            <strong>{device}</strong> <span>{t(texts.seenAt, { at: session.seenAt })}</span>{' '}
            {mayEnd && (
              <Button look="text" aria-label={t(texts.endSessionOf, { device })}>
                {t(texts.endSession)}
              </Button>
            )}
          </form>
        );
      })}
    </Panel>
  );
}

interface RoleProps {
  readonly shop: Shop;
  readonly member: StaffMember;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function RolePanel({ shop: { t }, member: { id, role }, options }: RoleProps) {
  const field = choice({ name: 'role', label: t(texts.role), required: true, options });
  return (
    <Panel id="role-form" title={t(texts.changeRole)}>
      <form className="stack" method="post" action={giveRolePath(id)}>
        <p>{t(texts.changeRoleLead)}</p>
        <FormField field={field} state={{ t, form: { role } }} />
        <p>
          <Button look="quiet">{t(texts.changeRole)}</Button>
        </p>
      </form>
    </Panel>
  );
}

interface ActionProps {
  readonly id: string;
  readonly title: string;
  readonly lead: ReactNode;
  readonly path: string;
}

/** Panel with a button for an action that can't be undone. */
export function ActionPanel({ id, title, lead, path }: ActionProps) {
  return (
    <Panel id={id} look="danger" title={title}>
      <p>{lead}</p>
      <form method="post" action={path}>
        <Button look="quiet" className="button--danger">
          {title}
        </Button>
      </form>
    </Panel>
  );
}
