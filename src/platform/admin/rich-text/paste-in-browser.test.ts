import { describe, expect, it } from 'vitest';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const ada = createStaffCookie('Ada', 'admin.open', 'content.read', 'content.write');

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri"} --></style>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1 style='mso-fareast-language:EN-GB'>Firing<o:p></o:p></h1>
<p class=MsoNormal style='margin-bottom:8.0pt'><span style='font-size:11.0pt;color:red'>The kiln is <b>hot</b>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>Second</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>Numbered</p>
<img width=2 src="file:///C:/Users/ada/clip_image001.png"><!--EndFragment--></body></html>`;

const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><p dir="ltr" style="line-height:1.38;margin-top:0pt"><span style="font-size:11pt;font-family:Arial;color:#000;background-color:transparent;font-weight:400;white-space:pre-wrap;">Plain and </span><span style="font-weight:700;white-space:pre-wrap;">bold</span></p><ul style="padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span>Item</span></p></li></ul></b><br class="Apple-interchange-newline">`;

const outlook = `<div class="WordSection1"><p class="MsoNormal"><span lang="EN-US" style="mso-ansi-language:EN-US">Hello <a href="https://shop.example/a" style="color:#0563C1">shop</a>,<o:p></o:p></span></p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Bea &lt;bea@example.com&gt;</p></div><a href="javascript:alert(1)" onclick="alert(2)">Click</a><img src="cid:image001.png@01DA"><script>alert(3)</script><form><input name="card"><button>Pay</button></form></div>`;

describe('HTML that is pasted into a text', () => {
  it.each([
    [
      'Word',
      word,
      '<h2>Firing</h2><p>The kiln is <strong>hot</strong>.</p><ul><li>First</li><li>Second</li></ul><ol><li>Numbered</li></ol>',
    ],
    ['Google Docs', docs, '<p>Plain and <strong>bold</strong></p><ul><li>Item</li></ul>'],
    [
      'Outlook',
      outlook,
      '<p>Hello <a href="https://shop.example/a">shop</a>,</p><p><strong>From:</strong> Bea &lt;<a href="mailto:bea@example.com">bea@example.com</a>&gt;</p><p>Click</p>',
    ],
  ])('of %s has its text, lists and links, and nothing of the program', async (name, html, expected) => {
    const id = await addBlocks(open.app.shop, `paste-${name.replace(' ', '-').toLowerCase()}`, [
      { id: 'a', type: 'text', values: { html: '' } },
    ]);
    const { page, watch } = await open.sharedShopper();
    await setSessionCookie(page, ada);
    await page.goto(`/admin/content/${id}`);
    await page.locator('#blocks-row-a').click();
    const surface = page.locator('.rich-text__surface');
    await surface.click();
    await surface.evaluate((element, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', data);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
    const textarea = page.locator('[name="blocks.values.html"]');
    await expect.poll(() => textarea.inputValue()).toBe(expected);
    expect(watch.problems()).toEqual([]);
  });
});
