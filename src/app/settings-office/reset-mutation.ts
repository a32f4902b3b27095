import { z } from 'zod';
import { defineErrors } from '#platform/features/error-codes.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { getSettingPath, resetPath } from './setting-paths.ts';
import { listRequired } from './setting-sections.ts';

export const resetErrors = defineErrors('Settings in the back office', {
  RESET_CHANGED: {
    status: 409,
    means: 'Somebody else changed the setting since its page was opened.',
    action: 'Open the page of the setting again.',
  },
  RESET_FORBIDDEN: {
    status: 403,
    means: 'The setting has a page of its own, whose permission is missing: `shipping.write` for zones.',
  },
  RESET_REFUSED: {
    status: 422,
    means: 'The setting can’t follow shop.config.ts again, such as the currency once there are products.',
    action: '`shop settings reset KEY` says why.',
  },
});

type ResetResult = { readonly ok: true } | { readonly ok: false; readonly code: keyof typeof resetErrors.codes };

/** Removes the stored value of a setting, so that the value of the file or the default applies again. */
export const resetMutation = defineMutation({
  name: 'settings.reset',
  description: 'Resets one setting: it follows shop.config.ts or its default again.',
  requires: 'settings.write',
  // The setting may be the account that receives money.
  requiresFresh: true,
  errors: resetErrors,
  schema: z.object({ key: z.string().max(200), version: z.coerce.number().int().min(0) }),
  run: async ({ shop, getActor }, { key, version }): Promise<ResetResult> => {
    const by = await getActor();
    if (!listRequired(key).every((permission) => isPermitted(by, permission)))
      return { ok: false, code: 'RESET_FORBIDDEN' };
    const result = await changeSettings(shop, [{ key, value: undefined, version }], by);
    if (result.ok) return { ok: true };
    return { ok: false, code: result.code === 'SETTING_CHANGED' ? 'RESET_CHANGED' : 'RESET_REFUSED' };
  },
  form: {
    path: resetPath,
    success: (_call, _result, { key }) => toSetting(key, 'wasReset'),
    failure: (_call, { code }, { key }) => toSetting(key, code),
  },
});

const toSetting = (key: string, code: string): FormReply => ({
  redirectTo: getSettingPath(key),
  notices: [{ code }],
});
