import { defineErrors } from '#platform/features/error-codes.ts';

/** Codes of failed changes of settings. The shop also logs them for stored values that it can't use. */
export const settingErrors = defineErrors('Settings', {
  SETTING_UNKNOWN: {
    means: 'No feature has a setting of this name. A stored value of it is ignored.',
    action: '`shop settings list` shows the names.',
  },
  SETTING_INVALID: {
    means: 'The value is not allowed, alone or with other settings of the feature. A stored value of it is ignored.',
    action: 'The message says what is expected.',
  },
  SETTING_ONLY_IN_FILE: {
    means:
      'This is a key of `shop.config.ts`: the theme, the texts … Name, currency and others are changed as `shop.name`, `shop.currency`.',
    action: 'The message says whether a setting changes it. Else change the file and restart the shop.',
  },
  SETTING_FIXED: {
    means:
      'The currency, the entry of taxes or the base address was to change while there are products or orders, whose prices depend on it.',
    action: 'Delete all products first. With orders it stays.',
  },
  SETTING_CHANGED: {
    means: 'The setting has another version than expected: somebody else changed it.',
    action: 'Look at its value and change it again.',
  },
  SETTING_IS_SECRET: {
    means: 'The setting is a secret and was given as an argument, or has a secret as a part.',
    action: '`shop settings set KEY` without a value asks for it.',
  },
  SECRET_UNREADABLE: {
    means: 'A stored secret was encrypted with a `SECRET` that the shop does not have. It counts as not set.',
    action: 'Add the old `SECRET` to the list, or set the secret again.',
  },
  SETTING_OVERLAPS: {
    means: 'A part of this setting, or the setting that it is a part of, is set by itself.',
    action: 'Reset the one that the message names.',
  },
});
