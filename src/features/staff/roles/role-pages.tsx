import type { FastifyInstance } from 'fastify';
import {
  findRole,
  listPermissions,
  listRoles,
  listStaff,
  manageStaff,
  readStaff,
  type StaffRole,
} from '#features/accounts/index.ts';
import type { Permission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormState } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { SaveBar } from '#ui/admin/bars.tsx';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FoldPanel, Panel } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { deleteRolePath, newRolePath, rolePath, rolesPath } from '../contract.ts';
import { createStaffPage, readStaffNotices } from '../page.tsx';
import { ActionPanel } from '../people/person-page.tsx';
import { staffTexts as texts } from '../texts.ts';
import { createPermissionFields, createRoleFields, groupPermissions, toRoleForm, toVersion } from './role-fields.ts';

export function registerRolePages(app: FastifyInstance, shop: Shop): void {
  app.get(rolesPath, { config: { requires: readStaff.name } }, async (request, reply) => {
    const mayManage = isPermitted(await getActor(shop, request), manageStaff.name);
    const notices = readStaffNotices(shop, request, reply);
    return renderPrivatePage(shop, request, reply, await createRolesPage(shop, mayManage, notices));
  });
  app.get(newRolePath, { config: { requires: manageStaff.name } }, async (request, reply) =>
    renderPrivatePage(shop, request, reply, createRolePage(shop, null, { form: { needs_second_factor: '1' } })),
  );
  app.get(rolePath(':name'), { config: { requires: readStaff.name } }, async (request, reply) => {
    const role = await findRole(shop.db, (request.params as { name: string }).name);
    if (role === null) return reply.callStatusPage(404);
    const mayEdit = isPermitted(await getActor(shop, request), manageStaff.name);
    const notices = readStaffNotices(shop, request, reply);
    return renderPrivatePage(shop, request, reply, createRolePage(shop, role, { mayEdit, notices }));
  });
}

async function createRolesPage(shop: Shop, mayManage: boolean, notices: readonly string[]): Promise<PrivateView> {
  const { t, db } = shop;
  const people = await listStaff(db);
  const rows = (await listRoles(db)).map((role) => ({
    id: role.name,
    href: rolePath(role.name),
    cells: {
      role: role.name,
      people: String(people.filter((person) => person.role === role.name).length),
      mayDo: role.allowsAll ? t(texts.everything) : t(texts.permissions, { count: listPermissions(shop, role).size }),
      factor: t(role.needsSecondFactor ? texts.yes : texts.no),
    },
  }));
  const columns = [
    { id: 'role', title: t(texts.role), onPhone: 'title' },
    { id: 'mayDo', title: t(texts.mayDo) },
    { id: 'factor', title: t(texts.secondFactor) },
    { id: 'people', title: t(texts.people), align: 'end' },
  ] as const;
  return createStaffPage({
    ...{ title: t(texts.roles), lead: t(texts.rolesLead), notices },
    actions: mayManage && <ButtonLink href={newRolePath}>{t(texts.newRole)}</ButtonLink>,
    children: (
      <Panel look="flush">
        <DataTable label={t(texts.roles)} columns={columns} rows={rows} />
      </Panel>
    ),
  });
}

interface RolePageState {
  /** Sent values. Default: the values of the stored role. */
  readonly form?: FormBody;
  readonly problems?: FormState['problems'];
  readonly refusal?: string | null;
  readonly notices?: readonly string[];
  readonly mayEdit?: boolean;
}

/** @param role null for a new role */
export function createRolePage(shop: Shop, role: StaffRole | null, page: RolePageState): PrivateView {
  const { t } = shop;
  const { form = role ? toRoleForm(shop, role) : {}, problems, refusal = null, notices = [], mayEdit = true } = page;
  const state = { t, form, problems };
  const isFixed = role?.allowsAll ?? false;
  return createStaffPage({
    ...{ width: 'text', refusal, notices, back: { href: rolesPath, text: t(texts.roles) } },
    title: role ? t(texts.roleTitle, { role: role.name }) : t(texts.newRole),
    children: (
      <>
        <form className="stack" method="post" action={role ? rolePath(role.name) : newRolePath}>
          {role && <input type="hidden" name="version" value={toVersion(role)} />}
          <FormProblems state={state} />
          {/* Without the permission the form is read-only. */}
          <fieldset className="stack" disabled={!mayEdit}>
            <Panel id="sign-in" title={t(texts.signingIn)}>
              <FormFields fields={createRoleFields(shop, !isFixed)} state={state} />
            </Panel>
            {isFixed ? <p>{t(texts.allowsAll)}</p> : <Permissions shop={shop} state={state} />}
          </fieldset>
          {mayEdit && <RoleBar t={t} />}
        </form>
        {mayEdit && role && !isFixed && (
          <ActionPanel
            id="delete"
            title={t(texts.deleteRole)}
            lead={t(texts.deleteLead)}
            path={deleteRolePath(role.name)}
          />
        )}
      </>
    ),
  });
}

function Permissions({ shop, state }: { readonly shop: Shop; readonly state: FormState }) {
  return (
    <section className="page-part" aria-labelledby="permissions">
      <h2 id="permissions">{shop.t(texts.permissionsTitle)}</h2>
      <p>{shop.t(texts.readIncluded)}</p>
      {groupPermissions(shop.permissions).map(([area, permissions]) => (
        <Area {...{ shop, state, area, permissions }} key={area} />
      ))}
    </section>
  );
}

interface AreaProps {
  readonly shop: Shop;
  readonly state: FormState;
  readonly area: string;
  readonly permissions: readonly Permission[];
}

/**
 * Folded panel of an area, which says how many permissions are given. It is open when a field has a problem, because
 * the list of problems links to the field.
 */
function Area({ shop, state, area, permissions }: AreaProps) {
  const { t } = shop;
  const given = permissions.filter(({ name }) => readSingleLine(state.form, name) !== '');
  const dangerous = given.filter(({ isDangerous }) => isDangerous).length;
  const isWrong = state.problems?.some(({ field }) => permissions.some(({ name }) => field.startsWith(name))) ?? false;
  const note = (
    <>
      {dangerous > 0 && <StateBadge tone="warning">{t(texts.dangerous, { count: dangerous })}</StateBadge>}
      {t(texts.givenOf, { given: given.length, all: permissions.length })}
    </>
  );
  return (
    <FoldPanel id={`area-${area}`} title={toTitle(area)} note={note} isOpen={isWrong}>
      {permissions.map((permission) => (
        <FormFields fields={createPermissionFields(shop, permission)} state={state} key={permission.name} />
      ))}
    </FoldPanel>
  );
}

/** Features name their areas in English, as they write the descriptions of their permissions. */
const toTitle = (area: string): string => `${area.charAt(0).toUpperCase()}${area.slice(1)}`.replaceAll('-', ' ');

const RoleBar = ({ t }: Pick<Shop, 't'>) => (
  <SaveBar
    label={t(texts.saveBar)}
    changed={t(texts.unsaved)}
    saving={t(texts.saving)}
    save={t(texts.save)}
    discard={{ href: rolesPath, text: t(texts.discard) }}
  />
);
