import { adminPath } from '#platform/admin/contract.ts';

/** The page of all settings. */
export const settingsPath = adminPath('settings');
/** The page of one setting: its value, its history, its reset. */
export const settingPath = adminPath('settings/setting');
export const resetPath = adminPath('settings/reset');
export const checkPath = adminPath('settings/check');
export const testMailPath = adminPath('settings/test-mail');

export const getSettingPath = (key: string): string => `${settingPath}?${new URLSearchParams({ key })}`;
/** The page with the settings of one feature. */
export const getSectionPath = (name: string): string => adminPath(`settings/of/${name}`);
