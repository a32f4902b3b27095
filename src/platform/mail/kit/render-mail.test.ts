import { describe, expect, it } from 'vitest';
import type { MailBlock } from './mail-content.ts';
import { defaultMailTheme } from './mail-theme.ts';
import { createRenderMail } from './render-mail.ts';

const sender = { name: 'Saltmarsh', address: ['Quay Lane', 'Wick'], email: 'studio@example.com', locale: 'en' };
const config = { publicUrl: 'https://shop.example' };
const renderMail = createRenderMail(config, () => sender, defaultMailTheme);
const render = (...blocks: MailBlock[]) => renderMail({ preview: 'Order 1, €2', title: 'Order 1', blocks });

describe('a mail', () => {
  it('has the shop’s name and address in both versions, and its preview in the HTML only', () => {
    const { html, text } = render({ kind: 'paragraph', text: 'Hello <Ada> & co' });
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(html).toContain('Hello &lt;Ada&gt; &amp; co');
    expect(html).toContain('Order 1, €2');
    const footer = `${'-'.repeat(40)}\n\nSaltmarsh, Quay Lane, Wick\nstudio@example.com`;
    expect(text).toBe(`ORDER 1\n\nHello <Ada> & co\n\n${footer}`);
    expect(html).toContain('Saltmarsh, Quay Lane, Wick');
  });

  it('keeps the line breaks of what somebody wrote', () => {
    const { html, text } = render({ kind: 'paragraph', text: 'Ring twice.\nThank you.' });
    expect(html).toMatch(/Ring twice\.<br\/?>Thank you\./);
    expect(text).toContain('Ring twice.\nThank you.');
  });

  it('shows a value of several lines in lines, and no colon after a label with a mark of its own', () => {
    const facts = [
      { label: 'Billing address', value: 'Ada Byrne\n1 Quay <Lane>\n\nCork' },
      { label: 'What is it about?', value: 'An order' },
      { label: 'Choose:', value: 'Tiles' },
      { label: 'Size (cm)', value: '12' },
    ];
    const { html, text } = render({ kind: 'facts', facts });
    expect(html).toMatch(/Ada Byrne<br\/?>1 Quay &lt;Lane&gt;<br\/?><br\/?>Cork/);
    const lines = ['Billing address:', '  Ada Byrne', '  1 Quay <Lane>', '  Cork', 'What is it about? An order'];
    expect(text).toContain([...lines, 'Choose: Tiles', 'Size (cm): 12'].join('\n'));
  });

  it('has whole addresses in its links', () => {
    const { html, text } = render(
      { kind: 'button', text: 'View your order', href: '/order/a?b=1&c=2' },
      { kind: 'link', text: 'Track it', href: 'https://post.example/1' },
    );
    expect(html).toContain('href="https://shop.example/order/a?b=1&amp;c=2"');
    expect(html).toContain('href="https://post.example/1"');
    expect(text).toContain('View your order\nhttps://shop.example/order/a?b=1&c=2\n\nTrack it\nhttps://post.example/1');
  });

  it('shows facts, and rows with notes and amounts', () => {
    const { html, text } = render(
      { kind: 'facts', facts: [{ label: 'IBAN', value: 'IE64' }] },
      {
        kind: 'rows',
        rows: [
          {
            ...{ text: 'Moon jar × 2', notes: ['Glaze: ash'], amount: '€60.00' },
            html: '<p>Read <a href="/care?a=1&amp;b=2">our &lt;care&gt;</a>.</p><ul><li>Wash</li><li>Dry</li></ul>',
          },
          { text: 'Parcel' },
        ],
      },
    );
    expect(text).toContain('IBAN: IE64');
    expect(text).toContain(
      [
        ...['Moon jar × 2: €60.00', '  Glaze: ash', '  Read our <care> https://shop.example/care?a=1&b=2.'],
        ...['  - Wash', '  - Dry', 'Parcel\n'],
      ].join('\n'),
    );
    expect(html).toContain('<a href="https://shop.example/care?a=1&amp;b=2">our &lt;care&gt;</a>');
  });

  it('[D15] has the wordmark at its head: the logo, which says the name where pictures are not loaded, or the name', () => {
    expect(render().html).toMatch(/<p class="mail-ink"[^>]*>Saltmarsh<\/p><h1/);
    const logo = { src: '/media/a-320.jpg', webp: '/media/a-320.webp', width: 120, height: 40 };
    const { html } = createRenderMail(config, () => sender, defaultMailTheme, { getLogo: () => logo })({
      ...{ title: 'Order 1', blocks: [] },
    });
    expect(html).toMatch(/<img src="https:\/\/shop.example\/media\/a-320.jpg" width="120" height="40" alt="Saltmarsh"/);
    // A JPEG of dark ink stays on white in the dark.
    expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{.*\.mail-logo\{[^}]*background-color:#ffffff/);
  });

  it('[D15] shows photographs beside rows, by whole addresses and in their proportions', () => {
    const image = { src: '/media/b-160.jpg', width: 800, height: 1000 };
    const { html, text } = render({ kind: 'rows', rows: [{ text: 'Moon jar', image }, { text: 'Parcel' }] });
    expect(html).toMatch(/<img src="https:\/\/shop.example\/media\/b-160.jpg" width="64" height="80" alt=""/);
    expect(html.match(/<td width="64"/g)).toHaveLength(2);
    expect(text).toContain('Moon jar\nParcel');
  });

  it('has the light colours inline, and the dark ones for mail programs that ask for them', () => {
    const { html } = render({ kind: 'button', text: 'Go', href: '/' });
    const { light, dark } = defaultMailTheme;
    expect(html).toContain(`background-color:${light.clay}`);
    expect(html).toContain(`.mail-button{background-color:${dark.clay}!important;color:${dark['on-clay']}!important}`);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  });
});
