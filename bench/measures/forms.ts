import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import type { ContactFormInput } from '#features/form-definitions/index.ts';
import { type EncodedForm, encodeFiles, newShopper, type Shopper } from '#tests/support/shopper.ts';
import type { Measure, Turns } from '../bench.ts';
import { startBrowser } from '../browser.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase, waitForJobs } from '../shop.ts';
import { median, percentile } from '../statistics.ts';

const atOnce = 16;
/** Fewer than half of what one form takes in an hour: then it would ask for a check. */
const messages = 240;

/** Its messages are only stored. */
const form: ContactFormInput = {
  ...{ id: 900, title: 'Without mail', layout: [{ kind: 'textarea', name: 'note', required: true }] },
  settings: { skipMail: true },
};

/** Contact messages, sent by so many at once, and the script of a form. */
export const forms: Measure = async ({ dataDir, turns }) => {
  const shop = await openShop(dataDir);
  try {
    const measured = await measureMessages(shop.url, dataDir, turns);
    const p99s = measured.map((times) => percentile(times, 0.99));
    return [
      {
        what: `contact message, ${atOnce} at once, without mail: p99`,
        value: median(p99s),
        unit: 'ms',
        goal: { atMost: 30 },
        note: `median ${median(measured.flat()).toFixed(1)} ms, p99 of the worst round ${Math.max(...p99s).toFixed(0)}`,
      },
      await measureScript(shop.url),
    ];
  } finally {
    await shop.stop();
  }
};

/** @returns milliseconds of each call, by round */
async function measureMessages(url: string, dataDir: string, { warmUps, rounds }: Turns): Promise<number[][]> {
  const database = openShopDatabase(dataDir);
  try {
    const measured: number[][] = [];
    await database.pool.query(
      'insert into contact_forms (id, definition, imported_at) values ($1, $2, now()) on conflict do nothing',
      [form.id, form],
    );
    for (let round = 0; round < warmUps + rounds; round += 1) {
      await database.pool.query('delete from platform.rate_limits');
      const times = await sendMessages(url);
      if (round >= warmUps) measured.push(times);
      await waitForJobs(database, 300_000);
    }
    return measured;
  } finally {
    await database.close();
  }
}

const calls = '/api/contact-forms-api/v1/contact-forms/900/feedback';

/** @returns milliseconds of each call that sends a message; those that open the form before are not measured */
async function sendMessages(url: string): Promise<number[]> {
  const times: number[] = [];
  const shoppers = Array.from({ length: messages }, () => newShopper({ url }));
  for (const shopper of shoppers) await shopper.visit(`${calls}/schema`);
  // Encoded before: visitors do not share the shop's processors.
  const forms = await Promise.all(shoppers.map(encodeMessage));
  // People need two seconds at least (`contact-forms.minSeconds`).
  await sleep(2000);
  const send = async (shopper: Shopper, form: EncodedForm) => {
    const start = performance.now();
    const answer = await shopper.submitFiles(calls, form);
    times.push(performance.now() - start);
    const { status } = answer.json() as { readonly status?: string };
    if (status !== 'mail_sent') throw new Error(`a message was answered with ${answer.status} ${status}`);
  };
  const waiting = shoppers.entries();
  const sendInTurn = async () => {
    for (const [index, shopper] of waiting) await send(shopper, forms[index] as EncodedForm);
  };
  await Promise.all(Array.from({ length: atOnce }, sendInTurn));
  return times;
}

function encodeMessage(): Promise<EncodedForm> {
  const body = new FormData();
  body.append('_form_unit_tag', 'form-f900-o1');
  body.append('note', randomUUID());
  return encodeFiles(body);
}

/** What the contact page loads that the home page does not. */
async function measureScript(url: string): Promise<Row> {
  const browser = await startBrowser();
  try {
    const chrome = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`);
    const bytes = await countFormScript(await chrome.newContext(), url);
    await chrome.close();
    return { what: 'contact page: script of the form', value: bytes / 1000, unit: 'kB', goal: { atMost: 12 } };
  } finally {
    await browser.stop();
  }
}

async function countFormScript(context: BrowserContext, url: string): Promise<number> {
  const listScripts = async (path: string) => {
    const page = await context.newPage();
    await page.goto(url + path, { waitUntil: 'load' });
    await page.locator('form').last().scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry as PerformanceResourceTiming)
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const),
    );
    await page.close();
    return scripts;
  };
  const usual = new Set((await listScripts('/')).map(([name]) => name));
  const own = (await listScripts('/contact')).filter(([name]) => !usual.has(name));
  if (own.length === 0) throw new Error('the contact page loads no script of its own');
  return own.reduce((sum, [, size]) => sum + size, 0);
}
