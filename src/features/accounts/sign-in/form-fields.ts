import type { Shop } from '#platform/features/shop.ts';
import { email, line } from '#platform/forms/kinds.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { currentPassword, newPassword } from '../passwords/password-kind.tsx';
import { accountTexts as texts } from '../texts.ts';

/** Maximum number of characters of a name. The table has the same limit. */
const maxNameLength = 200;

const createNameField = (t: Translate, name: string) =>
  line({ name, label: t(texts.name), required: true, max: maxNameLength, autoComplete: 'name' });

const createEmailField = (t: Translate, name: string, autoComplete = 'username') =>
  email({ name, label: t(texts.email), required: true, autoComplete });

// Fields of the sign-in form. The forms of one page use different field names, because the names are ids, too.

/** `webauthn`: browsers offer passkeys in the field of the email address. */
export const createSignInFields = (t: Translate) => ({
  email: createEmailField(t, 'username', 'username webauthn'),
  password: currentPassword({ name: 'password', label: t(texts.password), missing: t(texts.passwordMissing) }),
});

export const createRegisterFields = (shop: Pick<Shop, 't' | 'settings'>) => ({
  name: createNameField(shop.t, 'reg_name'),
  email: createEmailField(shop.t, 'reg_email'),
  password: newPassword(shop, {
    ...{ name: 'reg_password', label: shop.t(texts.password), email: { field: 'reg_email' } },
  }),
});

export const mailField = 'email';
export const createMailFields = (t: Translate) => ({ email: createEmailField(t, mailField) });

export const createNameFields = (t: Translate) => ({ name: createNameField(t, 'name') });

export const createNewEmailFields = (t: Translate) => ({
  email: email({ name: 'new_email', label: t(texts.newEmail), required: true, autoComplete: 'email' }),
  password: currentPassword({ name: 'email_password', label: t(texts.currentPassword) }),
});

/** @param address email address of the account */
export const createPasswordFields = (shop: Pick<Shop, 't' | 'settings'>, address: string) => ({
  current: currentPassword({ name: 'current_password', label: shop.t(texts.currentPassword) }),
  password: newPassword(shop, { name: 'new_password', email: address }),
});
