import type { Page } from '@playwright/test';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#features/accounts/passwords/password.ts';
import { listAudit } from '#platform/admin/audit/list-audit.ts';
import { adminPath, shopPagePath } from '#platform/admin/contract.ts';
import { createTestAccount } from '#tests/support/account-session.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, {});
const password = 'three grey herons';
const couponPath = adminPath('coupons/1');

interface Member {
  readonly device: Shopper;
  readonly email: string;
  readonly id: number;
}

let owner: Member;
let clerk: Member;

async function addMember(hash: string, email: string, role: string): Promise<Member> {
  const device = newShopper(open.app);
  const { id: customerId } = await createTestAccount(open.app, device, { email, hash });
  const { rows } = await pool.query<{ id: number }>(
    'insert into staff_members (customer_id, role) values ($1, $2) returning id',
    [customerId, role],
  );
  return { device, email, id: Number(rows[0]?.id) };
}

beforeAll(async () => {
  const hash = await hashPassword(password);
  await pool.query(`insert into staff_roles (name) values ('marketing')`);
  owner = await addMember(hash, 'ada@example.com', 'owner');
  clerk = await addMember(hash, 'bea@example.com', 'marketing');
  await pool.query(`insert into coupons (code, code_key, percent, currency) values ('FAIR', 'fair', 10, 'EUR')`);
});

beforeEach(async () => {
  await pool.query('update account_sessions set created_at = now()');
  await pool.query(`delete from staff_role_permissions where role = 'marketing'`);
  await pool.query(`insert into staff_role_permissions (role, permission)
    select 'marketing', unnest(array['admin.open', 'promotions.read', 'promotions.write'])`);
});

const growOld = () => pool.query(`update account_sessions set created_at = created_at - interval '16 minutes'`);
const readNote = async () =>
  (await pool.query<{ note: string }>('select description as note from coupons where id = 1')).rows[0]?.note;

/** Opens a page as somebody who has signed in with a password. */
async function openAs({ email }: Member, path: string, hasScript = true) {
  const opened = await open.shopper({ hasScript });
  await opened.page.goto(`/account/sign-in?return=${encodeURIComponent(path)}`);
  await signIn(opened.page, email);
  await waitForForm(opened.page, hasScript);
  return opened;
}

async function signIn(page: Page, email: string): Promise<void> {
  const form = page.locator('form:has([name="password"])').first();
  await form.locator('[name="username"]').fill(email);
  await form.locator('[name="password"]').fill(password);
  await form.locator('[name="password"]').press('Enter');
}

async function waitForForm(page: Page, hasScript = true): Promise<void> {
  await page.locator('#admin-form').waitFor();
  if (!hasScript) return;
  await page.waitForFunction(() => {
    const behaviour = document.querySelector('vt-behaviour[name="platform/admin/forms/admin-form"]');
    return behaviour !== null && 'isHydrated' in behaviour && behaviour.isHydrated;
  });
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const note = (page: Page) => page.getByLabel('Note');
const getBar = (page: Page) => page.locator('[data-save-bar]').textContent();
const countDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')).length);

describe('a dangerous form with an old sign-in', () => {
  it.each([true, false])('is saved once after a fresh one, as it was typed, script: %s', async (hasScript) => {
    const { page, context } = await openAs(owner, shopPagePath, hasScript);
    const tagline = `Glass & "salt", script: ${hasScript}`;
    await growOld();
    await page.locator('#tagline').fill(tagline);
    await save(page);
    await page.waitForURL('**/account/sign-in?**');
    expect(open.app.shop.choices.tagline).not.toBe(tagline);
    await signIn(page, owner.email);
    await page.waitForURL('**/admin/send-again/**');
    expect(await page.locator('[name="tagline"]').inputValue()).toBe(tagline);
    expect(open.app.shop.choices.tagline, 'not by the sign-in itself').not.toBe(tagline);
    await page.locator('main form button').click();
    await waitForForm(page, hasScript);
    expect(await page.locator('#tagline').inputValue()).toBe(tagline);
    expect(open.app.shop.choices.tagline).toBe(tagline);
    const entries = await listAudit(open.app.shop.db, { subject: { kind: 'shop', id: 'first-run.change-shop' } }, 10);
    expect(entries.filter(({ after }) => after?.tagline === tagline)).toHaveLength(1);
    if (hasScript) {
      expect(await page.getByText('You have unsaved changes here').isVisible()).toBe(false);
      await expect.poll(() => countDrafts(page)).toBe(0);
    }
    await context.close();
  });
});

describe('somebody whose session an owner ends while a form is open', () => {
  it('signs in, is back at the form, and is offered what was typed', async () => {
    const { page, context } = await openAs(clerk, couponPath);
    await note(page).fill('For the fair in May');
    expect((await owner.device.submit(adminPath(`staff/${clerk.id}/end-sessions`), {})).status).toBe(303);
    await save(page);
    await page.waitForURL('**/account/sign-in?**');
    expect(await readNote()).not.toBe('For the fair in May');
    await signIn(page, clerk.email);
    await page.waitForURL(`**${couponPath}`);
    await waitForForm(page);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => note(page).inputValue()).toBe('For the fair in May');
    await save(page);
    await page.getByText('Saved.', { exact: true }).first().waitFor();
    expect(await readNote()).toBe('For the fair in May');
    await context.close();
  });

  it('is back at the form without script, too', async () => {
    const { page, context } = await openAs(clerk, couponPath, false);
    await owner.device.submit(adminPath(`staff/${clerk.id}/end-sessions`), {});
    await note(page).fill('Lost');
    await save(page);
    await signIn(page, clerk.email);
    await page.waitForURL(`**${couponPath}`);
    await context.close();
  });
});

describe('somebody who may not save any more', () => {
  it('is told so, and keeps what was typed', async () => {
    const { page, context, watch } = await openAs(clerk, couponPath);
    watch.allow('response 403', 'status of 403');
    await note(page).fill('Too late');
    await pool.query(`delete from staff_role_permissions where role = 'marketing' and permission = 'promotions.write'`);
    await save(page);
    await expect.poll(() => getBar(page)).toContain('Not saved: You don’t have access to this page.');
    expect(await note(page).inputValue()).toBe('Too late');
    expect(await readNote()).not.toBe('Too late');
    await context.close();
  });
});

describe('a form that is too large', () => {
  const tooLong = 'x'.repeat(300_000);

  it('is refused with the reason beside the button, and keeps what was typed', async () => {
    const { page, context, watch } = await openAs(clerk, couponPath);
    watch.allow('response 413', 'status of 413');
    await note(page).evaluate((control, text) => {
      (control as HTMLTextAreaElement).value = text;
    }, tooLong);
    await save(page);
    await expect.poll(() => getBar(page)).toContain('Not saved: That was too much at once.');
    expect((await note(page).inputValue()).length).toBe(tooLong.length);
    await context.close();
  });

  it('is answered without script by a page of the office that says what to do', async () => {
    const { page, context, watch } = await openAs(clerk, couponPath, false);
    watch.allow('response 413', 'status of 413');
    await note(page).evaluate((control, text) => {
      (control as HTMLTextAreaElement).value = text;
    }, tooLong);
    await save(page);
    await page.getByRole('heading', { name: 'That was too much at once' }).waitFor();
    expect(await page.locator('html.office').count()).toBe(1);
    expect(await page.locator('main').innerText()).toContain('Nothing was saved. Please go back');
    await checkAxe(page);
    await context.close();
  });
});
