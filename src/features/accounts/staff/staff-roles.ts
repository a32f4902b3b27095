export const staffRoles = ['shop-manager', 'editor', 'support'] as const;

export type StaffRole = (typeof staffRoles)[number];

export function isStaffRole(text: string): text is StaffRole {
  return staffRoles.some((role) => role === text);
}
