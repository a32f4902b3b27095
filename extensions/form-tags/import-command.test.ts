import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, listCommands } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { messageMailJob } from '#features/contact-forms/messages/message-mails.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { type SmtpServer, startSmtp } from '#tests/support/smtp-server.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { formTags } from './index.ts';

const database = useDatabase();
const settings = { ...shopConfig.settings, 'contact-forms': { minSeconds: 0 } };
const choices = { ...shopConfig, features: [formTags], settings };
const commands = listCommands(assembleFeatures(choices));
let app: App;
let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtp();
  app = await testShop(database, { choices, env: { MAIL_URL: smtp.url } });
});

afterAll(() => smtp.server.close());

const runForms = (name: string, args: readonly string[], options = {}) =>
  runCommand(app.shop, commands, `forms ${name}`, args, options);

/** @returns the file, which a command reads */
async function write(name: string, content: string): Promise<string> {
  const file = join(app.shop.config.dataDir, name);
  await writeFile(file, content);
  return file;
}

async function send(formId: number, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ _form_unit_tag: `form-f${formId}-o1`, ...fields }))
    form.append(name, value);
  const path = `/api/contact-forms-api/v1/contact-forms/${formId}/feedback`;
  return (await newShopper(app).submitFiles(path, form)).json();
}

describe('a shop with the extension', () => {
  it('[G5] says where it takes smaller files than an imported form', async () => {
    const file = await write('files-form.txt', '[file plan limit:20mb][file small limit:1kb][submit]');
    const { warnings } = await runForms('import', [file], { id: '93', dryRun: true });
    expect(warnings).toMatch(/“plan” takes \d+ bytes and not the 20971520 of the form/);
    expect(warnings).not.toContain('“small”');
  });

  it('imports the tags of a form, which answers then, and lists and shows it', async () => {
    const file = await write(
      'old-form.txt',
      '<label>Name [text* your-name]</label>\n[email* your-email]\n[submit "Send"]',
    );
    expect((await runForms('import', [file], { id: '90', dryRun: true })).data).toMatchObject({ ok: true, fields: 2 });
    expect((await runForms('show', ['90'])).code).toBe(1);
    expect((await runForms('import', [file], { id: '90', title: 'Old form' })).code).toBe(0);
    expect((await runForms('list', [])).text).toContain('90 Old form');
    const { invalid_fields } = await send(90, {});
    expect(invalid_fields.map(({ field }: { field: string }) => field)).toEqual(['your-name', 'your-email']);
    expect((await runForms('import', [file], { id: '1' })).data).toEqual({ ok: false, code: 'FORM_ID_TAKEN' });
    expect((await runForms('import', [file])).code).toBe(2);
    const mail = { subject: 'Hello', recipient: 'old@saltmarsh.example', body: '[your-name]' };
    const form = { id: 92, title: 'Whole form', form: '[text your-name]', mail };
    const whole = await write('old-form.json', JSON.stringify(form));
    expect((await runForms('import', [whole])).data).toMatchObject({ ok: true, id: 92, fields: 1 });
    await send(92, { 'your-name': 'Ada' });
    await runJobsNow(app.shop, [messageMailJob]);
    expect(smtp.accepted[0]?.to).toBe('old@saltmarsh.example');
    expect((await runForms('import', ['/nowhere'], { id: '91' })).code).toBe(1);
  });

  it('says once that form tags need an id, and how to give it', async () => {
    const file = await write('tags.txt', '[text* your-name]');
    const said =
      'The id must be a number from 1 to 2147483647, such as the one that the form had. Give it with --id.\n' +
      'The form was not imported.';
    for (const options of [{}, { id: 'twelve' }, { id: '0' }, { id: '3000000000' }])
      expect((await runForms('import', [file], options)).warnings).toBe(said);
  });
});

it('a shop without it has no such command', () => {
  const names = listCommands(assembleFeatures(shopConfig)).map(({ name }) => name);
  expect(names).toContain('forms show');
  expect(names).not.toContain('forms import');
});
