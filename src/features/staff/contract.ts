import { accountPath } from '#features/accounts/contract.ts';
import { adminPath } from '#platform/admin/contract.ts';

export const staffPath = adminPath('staff');
export const invitePath = adminPath('staff/invite');
export const sendInvitationPath = (id: number | ':id'): string => adminPath(`staff/invitations/${id}/send`);
export const takeBackInvitationPath = (id: number | ':id'): string => adminPath(`staff/invitations/${id}/take-back`);

export const personPath = (id: number | ':id'): string => adminPath(`staff/${id}`);
export const giveRolePath = (id: number | ':id'): string => `${personPath(id)}/role`;
export const removePersonPath = (id: number | ':id'): string => `${personPath(id)}/remove`;
/** Takes a form that ends one session, or all sessions when it names none. */
export const endSessionsPath = (id: number | ':id'): string => `${personPath(id)}/end-sessions`;
export const resetFactorPath = (id: number | ':id'): string => `${personPath(id)}/reset-second-factor`;

export const rolesPath = adminPath('roles');
export const newRolePath = adminPath('roles/new');
/** @param name name of a role, never `new`, which is the page for a new role */
export const rolePath = (name: string): string => adminPath(`roles/${name}`);
export const deleteRolePath = (name: string): string => `${rolePath(name)}/delete`;

export const invitationPath = (token: string): string => `${accountPath}/invitation/${token}`;
