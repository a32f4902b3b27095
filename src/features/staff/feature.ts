import { readStaff } from '#features/accounts/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { personPath, rolePath, rolesPath, staffPath } from './contract.ts';
import { staffErrors } from './errors.ts';
import { acceptInvitationMutation, registerAcceptPage } from './invitations/accept-page.tsx';
import { invitationMailJob } from './invitations/invitation-mail.ts';
import {
  inviteMutation,
  registerInvitePage,
  sendInvitationMutation,
  takeBackInvitationMutation,
} from './invitations/invite-mutations.tsx';
import {
  endSessionsMutation,
  giveRoleMutation,
  removePersonMutation,
  resetFactorMutation,
} from './people/person-mutations.tsx';
import { registerPersonPage } from './people/person-page.tsx';
import { registerStaffPage } from './people/staff-page.tsx';
import { createAuditFields } from './roles/role-fields.ts';
import { changeRoleMutation, createRoleMutation, deleteRoleMutation } from './roles/role-mutations.ts';
import { registerRolePages } from './roles/role-pages.tsx';
import { staffTexts as texts } from './texts.ts';

/** Staff, roles and invitations in the back office. Their tables and rules belong to `accounts`. */
export const staff: Feature = {
  name: 'staff',
  needs: ['accounts', 'customers', 'passkeys', 'two-factor'],
  mutations: [
    inviteMutation,
    sendInvitationMutation,
    takeBackInvitationMutation,
    acceptInvitationMutation,
    giveRoleMutation,
    removePersonMutation,
    endSessionsMutation,
    resetFactorMutation,
    createRoleMutation,
    changeRoleMutation,
    deleteRoleMutation,
  ],
  routes: registerAcceptPage,
  admin: {
    auditKinds: [
      {
        kind: 'staff',
        text: texts.staff,
        page: { requires: readStaff.name, path: (id) => personPath(Number(id)) },
      },
      { kind: 'staff-invitation', text: texts.invitation },
      {
        kind: 'role',
        text: texts.role,
        page: { requires: readStaff.name, path: rolePath },
        fields: createAuditFields,
      },
    ],
    navigation: [
      { section: 'settings', text: texts.staff, path: staffPath, permission: readStaff.name },
      { section: 'settings', text: texts.roles, path: rolesPath, permission: readStaff.name },
    ],
    routes: (app, shop) => {
      for (const register of [registerStaffPage, registerInvitePage, registerPersonPage, registerRolePages])
        register(app, shop);
    },
  },
  jobs: [invitationMailJob],
  texts: [texts],
  errors: [staffErrors],
};
