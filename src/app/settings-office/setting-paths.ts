import { adminPath } from '#platform/admin/contract.ts';

export const settingsPath = adminPath('settings');
export const settingPath = adminPath('settings/setting');
export const resetPath = adminPath('settings/reset');
export const checkPath = adminPath('settings/check');
export const testMailPath = adminPath('settings/test-mail');

export const getSettingPath = (key: string): string => `${settingPath}?${new URLSearchParams({ key })}`;
export const getSectionPath = (name: string): string => adminPath(`settings/of/${name}`);
