import type { FastifyInstance } from 'fastify';
import { AccountLayout, isFresh, showAccountPage } from '#features/accounts/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { FormFields } from '#platform/forms/form-fields.tsx';
import { consumeNotices } from '#platform/http/notices.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { createSetupUrl, formatSecret } from '../code/totp.ts';
import { countRecoveryCodes, findNewSecret, isTwoFactorOn } from '../code/two-factor-rows.ts';
import { codeField, createCodeFields } from '../code-field.tsx';
import { anewField, confirmPath, disablePath, renewCodesPath, startPath, twoFactorPath } from '../contract.ts';
import { twoFactorTexts as texts } from '../texts.ts';

export function registerSetupPage(app: FastifyInstance, shop: Shop): void {
  app.get(twoFactorPath, (request, reply) =>
    showAccountPage(shop, request, reply, (customer) => {
      const notices = consumeNotices(shop, request, reply, ['disabled']).map(({ code }) => shop.t(texts[code]));
      // Show the secret only after a fresh sign-in: another person who finds an open session must not see it.
      return createSetupPage(shop, customer, { notices, showsSecret: isFresh(shop, request) });
    }),
  );
}

interface SetupState {
  readonly notices?: readonly string[];
  readonly showsSecret: boolean;
  readonly error?: string;
}

export async function createSetupPage(
  shop: Shop,
  { id, email }: ActingCustomer,
  { notices = [], showsSecret, error }: SetupState,
): Promise<Pick<PrivateView, 'title' | 'body'>> {
  const { t, db } = shop;
  const isOn = await isTwoFactorOn(db, id);
  const secret = isOn || !showsSecret ? null : await findNewSecret(shop, db, id);
  const title = t(texts.page);
  const body = (
    <AccountLayout shop={shop} path={twoFactorPath} title={title} lead={t(texts.lead)} notices={notices}>
      {isOn && <OnPart shop={shop} codesLeft={await countRecoveryCodes(db, id)} />}
      {!isOn && secret === null && <OffPart shop={shop} />}
      {secret !== null && <NewSecret shop={shop} secret={secret.secret} email={email} error={error} />}
    </AccountLayout>
  );
  return { title, body };
}

function OffPart({ shop: { t } }: { readonly shop: Shop }) {
  return (
    <form className="stack" method="post" action={startPath}>
      <p>{t(texts.isOff)}</p>
      <p>
        <Button>{t(texts.start)}</Button>
      </p>
    </form>
  );
}

interface NewSecretProps {
  readonly shop: Shop;
  readonly secret: string;
  readonly email: string;
  readonly error?: string | undefined;
}

function NewSecret({ shop: { t, choices }, secret, email, error }: NewSecretProps) {
  const problems = error === undefined ? [] : [{ field: codeField, message: error }];
  return (
    <div className="stack account__part">
      <p>{t(texts.scan)}</p>
      <QrCode text={createSetupUrl(secret, choices.name, email)} label={t(texts.qrCode)} />
      <p>
        {t(texts.secret)}: <code>{formatSecret(secret)}</code>
      </p>
      <form className="stack" method="post" action={confirmPath}>
        <FormFields fields={createCodeFields(t)} state={{ t, form: {}, problems }} />
        <p>
          <Button>{t(texts.confirm)}</Button>
        </p>
      </form>
      <form method="post" action={startPath}>
        <input type="hidden" name={anewField} value="1" />
        <Button look="text">{t(texts.startAnew)}</Button>
      </form>
    </div>
  );
}

function OnPart({ shop: { t }, codesLeft }: { readonly shop: Shop; readonly codesLeft: number }) {
  return (
    <div className="stack">
      <p>{t(texts.isOn)}</p>
      <p>{t(texts.recoveryLeft, { count: codesLeft })}</p>
      <form method="post" action={renewCodesPath}>
        <Button look="quiet">{t(texts.renew)}</Button>
      </form>
      <form method="post" action={disablePath}>
        <Button look="quiet">{t(texts.disable)}</Button>
      </form>
    </div>
  );
}

/** Creates the reply to a form that created recovery codes, which are shown only once. */
export function createCodesPage(shop: Shop, codes: readonly string[]): Pick<PrivateView, 'title' | 'body'> {
  const { t } = shop;
  const title = t(texts.recoveryTitle);
  const body = (
    <AccountLayout shop={shop} path={twoFactorPath} title={title} lead={t(texts.recoveryLead)}>
      <div className="stack">
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <p>
          <ButtonLink href={twoFactorPath}>{t(texts.recoveryDone)}</ButtonLink>
        </p>
      </div>
    </AccountLayout>
  );
  return { title, body };
}
