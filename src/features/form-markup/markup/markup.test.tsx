import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { parseFormTags } from '#extensions/form-tags/parse-form-tags.ts';
import type { FormBlockInput } from '#features/form-definitions/definition/blocks.ts';
import { contactForm } from '#features/form-definitions/definition/form.ts';
import { createTranslate } from '#platform/texts/texts.ts';
import { InsideForm } from '#ui/inside-form.ts';
import { ContactForm, type ContactFormProps } from './contact-form.tsx';
import type { FormState } from './placement.ts';
import { formatUnitTag, parseUnitTag } from './placement.ts';
import { formatRangeValue } from './range-value.shared.ts';

const t = createTranslate('en');
const names = { formPrefix: 'wf', captcha: 'score' };

function render(layout: readonly FormBlockInput[], props: Partial<ContactFormProps> = {}, rest: object = {}): string {
  const form = contactForm.parse({ id: 12, title: 'Contact', locale: 'en_US', layout, ...rest });
  const placement = { formId: 12, pageId: 7, ordinal: 1 };
  return renderToStaticMarkup(
    <ContactForm
      {...{ form, placement, names, version: '6.1', action: '/contact', today: '2026-01-31', t }}
      {...props}
    />,
  );
}

const renderTags = (source: string, props: Partial<ContactFormProps> = {}) =>
  render(parseFormTags(source).layout, props);

const state = (rest: Partial<FormState>): FormState => ({
  status: 'invalid',
  message: 'Please check',
  errors: new Map(),
  ...rest,
});

/** The first element with this name attribute. */
const findControl = (html: string, name: string) =>
  new RegExp(`<[a-z]+ [^<>]* name="${name.replace(/[[\]]/g, '\\$&')}"[^<>]*>`).exec(html)?.[0] ?? '';

describe('the form', () => {
  const html = render([
    { kind: 'text', name: 'your-name', required: true },
    { kind: 'submit', label: 'Send' },
  ]);

  it('stands in a container with its unit tag and its id [2.7/1]', () => {
    expect(html).toMatch(/^<div class="wf no-js contact-form" id="wf-f12-p7-o1" lang="en-US" data-wf-id="12">/);
    expect(html).toContain(
      '<form class="wf-form init" noValidate="" aria-label="Contact" data-status="init" action="/contact#wf-f12-p7-o1" encType="multipart/form-data" method="post">',
    );
  });

  it('carries its hidden inputs, the hash and the token empty [2.7/2] [2.7/3] [2.7/4] [2.7/5] [2.7/6] [2.7/17] [3.1/26]', () => {
    const withToken = render([{ kind: 'text', name: 'a' }], { hasBotCheck: true });
    const values = [...withToken.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name, value],
    );
    expect(values).toEqual([
      ['_wf', '12'],
      ['_wf_version', '6.1'],
      ['_wf_locale', 'en_US'],
      ['_wf_unit_tag', 'wf-f12-p7-o1'],
      ['_wf_container_post', '7'],
      ['_wf_posted_data_hash', ''],
      ['_wf_score_response', ''],
    ]);
    expect(html).not.toContain('_score_');
  });

  it('has an empty response area and an empty list for screen readers [2.7/8] [2.7/9]', () => {
    expect(html).toContain('<div class="wf-response-output contact-form__response" aria-hidden="true"></div></form>');
    expect(html).toMatch(/<div class="screen-reader-response[^>]*><p role="status"[^>]*><\/p><ul><\/ul><\/div><form/);
  });

  it('wraps each control, and has a button that shows progress', () => {
    expect(html).toMatch(
      /<span class="wf-form-control-wrap [^"]*" data-name="your-name"><input type="text" id="wf-f12-p7-o1-your-name" class="wf-form-control wf-text wf-validates-as-required input" aria-required="true" aria-invalid="false" aria-label="Your name" maxLength="400" name="your-name"/,
    );
    expect(html).toMatch(/<input type="submit" class="wf-form-control wf-submit has-spinner button" value="Send"\/>/);
  });

  it('is replaced inside of another form [2.7/7] [8.1/6]', () => {
    const form = contactForm.parse({ id: 12, title: 'Contact', layout: [{ kind: 'text', name: 'a' }] });
    const placement = { formId: 12, ordinal: 1 };
    const html = renderToStaticMarkup(
      <form>
        <InsideForm value={true}>
          <ContactForm {...{ form, placement, names, version: '6.1', action: '/contact', today: '2026-01-31', t }} />
        </InsideForm>
      </form>,
    );
    expect(html).toBe('<form><p role="alert">Error: This contact form is placed in the wrong place.</p></form>');
  });

  it('shows the same in place of a tag in its own template [2.7/7] [8.1/6]', () => {
    const html = renderTags('<p>Before [contact-form id="5" title="Other"] after [text a]</p>[contact-form-x "b"]');
    expect(html.match(/Error: This contact form is placed in the wrong place\./g)).toHaveLength(2);
    expect(html).toMatch(/Before <strong role="alert">[^<]*<\/strong> after/);
    expect(html).not.toContain('[contact-form');
  });

  it('marks what is inert, and acceptance as validation [4.1/14]', () => {
    const settings = { settings: { inertOn: ['submitting', 'custom-a'], acceptanceAsValidation: true } };
    const marked = render([{ kind: 'text', name: 'a' }], {}, settings);
    expect(marked).toContain('<div class="inert-on-submitting inert-on-custom-a">');
    expect(marked).toContain('<form class="wf-form init wf-acceptance-as-validation"');
  });
});

describe('placements', () => {
  it('of one form share no id [2.7/1]', () => {
    const source =
      '<label for="who">Name</label>[text a id:who][email b][checkbox c "x" "y"][acceptance d] ok [/acceptance]';
    const list = (ordinal: number) =>
      [...renderTags(source, { placement: { formId: 12, ordinal } }).matchAll(/ (?:id|for)="([^"]*)"/g)].map(
        ([, id]) => id,
      );
    expect(list(1)).toContain('who');
    expect(list(2)).toContain('wf-f12-o2-who');
    expect(list(1).filter((id) => list(2).includes(id))).toEqual([]);
  });

  it('have tags that can be read back', () => {
    for (const placement of [
      { formId: 12, pageId: 7, ordinal: 1 },
      { formId: 9, pageId: undefined, ordinal: 3 },
    ]) {
      expect(parseUnitTag('wf', formatUnitTag('wf', placement))).toEqual(placement);
    }
    const wrong = [
      '',
      'wf',
      'wf-f0-o1',
      'wf-f1',
      'wf-f1-p2',
      'xx-f1-o1',
      'wf-f1-o1 ',
      'wf-f1-o1"><script>',
      'wf-f-1-o1',
    ];
    expect(wrong.map((text) => parseUnitTag('wf', text))).toEqual(wrong.map(() => null));
  });
});

describe('what was typed', () => {
  const source =
    '[text* name][email mail][select menu "A" "B"][checkbox box free_text "x" "y"][acceptance terms] ok [/acceptance][textarea text "Hi"][date day default:today]';

  it('is shown again with its errors, bound to their fields [2.7/10] [5.1/31] [8.1/9]', () => {
    const values = new Map([
      ...([
        ['mail', ['<ada>']],
        ['menu', ['B']],
        ['box', ['y']],
        ['_wf_free_text_box', ['"more"']],
        ['terms', ['1']],
      ] as const),
    ]);
    const html = renderTags(source, {
      state: state({
        values,
        errors: new Map([
          ['name', 'Fill <in>'],
          ['box', 'Choose'],
        ]),
      }),
    });
    expect(findControl(html, 'mail')).toContain('value="&lt;ada&gt;"');
    expect(html).toContain('<option value="B" selected="">');
    expect(html).toMatch(/name="box\[\]" checked="" value="y"|name="box\[\]" value="y" checked=""/);
    expect(findControl(html, '_wf_free_text_box')).toContain('value="&quot;more&quot;"');
    expect(findControl(html, 'terms')).toContain('checked');
    expect(html).toMatch(/<textarea[^>]*><\/textarea>/);
    expect(findControl(html, 'name')).toMatch(
      /wf-not-valid.*aria-invalid="true" aria-describedby="wf-f12-p7-o1-ve-name"/,
    );
    expect(html).toMatch(
      /<span class="wf-not-valid-tip field__error" aria-hidden="true"><svg.*?<\/svg>Fill &lt;in&gt;<\/span>/,
    );
    expect(html).toContain('<li id="wf-f12-p7-o1-ve-name"><a href="#wf-f12-p7-o1-name">Name: Fill &lt;in&gt;</a></li>');
    expect(html).toContain('<form class="wf-form invalid"');
    expect(html.match(/Please check/g)?.length).toBe(2);
  });

  it('is the default at first, from the form, the query or the customer', () => {
    const html = renderTags(`${source}[text topic default:get "x"][hidden who default:user_email]`, {
      prefill: { query: { topic: 'Vases', other: 'no' }, customer: { email: 'ada@example.com' } },
    });
    expect(html).toMatch(/<textarea[^>]*>Hi<\/textarea>/);
    expect(findControl(html, 'day')).toContain('value="2026-01-31"');
    expect(findControl(html, 'topic')).toContain('value="Vases"');
    expect(findControl(html, 'who')).toContain('value="ada@example.com"');
    expect(renderTags('[text constructor default:get]', { prefill: { query: {} } })).not.toContain('native code');
  });
});

describe('a control', () => {
  it.each<[string, string, readonly string[]]>([
    [
      '[email a]',
      'a',
      ['type="email"', 'inputMode="email"', 'autoComplete="email"', 'wf-validates-as-email', 'maxLength="400"'],
    ],
    ['[email a autocomplete:work]', 'a', ['autoComplete="work"']],
    ['[tel a]', 'a', ['type="tel"', 'inputMode="tel"', 'autoComplete="tel"']],
    ['[url a]', 'a', ['type="url"', 'wf-validates-as-url']],
    ['[number a min:1 max:5 step:2]', 'a', ['type="number"', 'min="1"', 'max="5"', 'step="2"']],
    ['[range a]', 'a', ['type="range"', 'step="any"']],
    ['[date a min:today max:today+1week]', 'a', ['min="2026-01-31"', 'max="2026-02-07"']],
    ['[time a]', 'a', ['type="time"']],
    ['[textarea a x3]', 'a', ['rows="3"', 'wf-textarea', 'maxLength="5000"']],
    ['[file a filetypes:pdf|image/*]', 'a', ['type="file"', 'accept=".pdf,image/*"']],
    ['[select a multiple "A"]', 'a[]', ['multiple=""']],
    ['[radio a "A"]', 'a', ['type="radio"']],
    ['[checkbox a "A"]', 'a[]', ['type="checkbox"']],
    ['[checkbox a exclusive "A"]', 'a', ['type="checkbox"']],
    ['[captchar a]', 'a', ['wf-captchar', 'autoComplete="off"']],
  ])('of %s has its attributes', (source, name, expected) => {
    const control = findControl(renderTags(source), name);
    expect(expected.filter((part) => !control.includes(part))).toEqual([]);
  });

  it.each([
    ['[range a min:0 max:1000 step:5]', '5ch'],
    ['[range a min:-10 max:2 step:0.5]', '5ch'],
    ['[range a]', '6ch'],
  ])('of %s has an empty place for its value, as wide as the longest', (source, width) => {
    expect(renderTags(source)).toContain(
      `<output class="contact-form__value" for="wf-f12-p7-o1-a" aria-live="off" style="min-width:${width}"></output>`,
    );
  });

  it.each([
    [1000, { min: '', step: '5' }, 'en', '1,000'],
    [1.5, { min: '0', step: '0.5' }, 'de', '1,5'],
    [2, { min: '0', step: '0.5' }, 'en', '2.0'],
    [1.25, { min: '0.25', step: '1' }, 'en', '1.25'],
    [33.3333, { min: '', step: 'any' }, 'en', '33.33'],
    [7, { min: '', step: 'any' }, 'en', '7'],
  ])('that slides shows %d within %o in %s as %s', (value, bounds, locale, text) => {
    expect(formatRangeValue(value, bounds, locale)).toBe(text);
  });

  it('that accepts says whether it is optional or inverted [2.7/11]', () => {
    const html = renderTags('[acceptance a optional invert] I read the <a href="/privacy">policy</a> [/acceptance]');
    expect(html).toContain('class="wf-form-control wf-acceptance optional invert"');
    expect(html).toContain('<a href="/privacy">policy</a>');
  });

  it('that is required says so to screen readers, also as boxes and as a sentence to accept', () => {
    const required = renderTags('[checkbox* uses "Shop" "Hotel"][checkbox extras "A"][radio* one "A"]');
    expect(required).toMatch(
      /<span[^>]*role="group" aria-label="Uses \(required\)"|aria-label="Uses \(required\)" role="group"/,
    );
    expect(required).toContain('aria-label="Extras"');
    expect(required).toMatch(/<span[^>]*aria-required="true"[^>]*role="radiogroup"/);
    const findBox = (source: string) => findControl(renderTags(source), 'a');
    expect(findBox('[acceptance a] Yes [/acceptance]')).toContain('aria-required="true"');
    for (const options of ['optional', 'invert'])
      expect(findBox(`[acceptance a ${options}] Yes [/acceptance]`)).not.toContain('aria-required');
  });

  it('is counted up or down [2.7/12]', () => {
    const html = renderTags('[textarea a minlength:2 maxlength:9 "abc"][count a down][count a]');
    expect(html).toContain(
      '<span class="wf-character-count down field__note" data-target-name="a" data-starting-value="9" data-current-value="6" data-maximum-value="9" data-minimum-value="2">6</span>',
    );
    expect(html).toMatch(/wf-character-count up[^>]*data-starting-value="0" data-current-value="3"/);
  });

  it('of boxes can be exclusive and take other text, never telling what mails say [2.7/13] [2.7/14]', () => {
    const html = renderTags('[checkbox c exclusive free_text "A" "B|secret@example.com"]');
    expect(html).toContain('wf-checkbox wf-exclusive-checkbox');
    expect(html).toMatch(
      /<span class="wf-list-item choice last has-free-text">.*<input type="text" class="wf-free-text input" [^>]*name="_wf_free_text_c"/,
    );
    expect(html).not.toContain('secret');
  });

  it('of a captcha has a hidden challenge, empty on cached pages [2.7/15]', () => {
    const html = renderTags('[captchac x][captchar x]');
    expect(html).toContain('<input type="hidden" name="_wf_captcha_challenge_x" value=""/>');
    expect(html).toContain('<img class="wf-form-control wf-captchac wf-captcha-x"');
    const captchas = new Map([['x', { src: '/captcha/123.png', challenge: '123' }]]);
    const shown = renderTags('[captchac x]', { state: state({ captchas }) });
    expect(shown).toContain('src="/captcha/123.png" width="176" height="64"');
    expect(html).toContain('width="176" height="64"');
    expect(shown).toContain('name="_wf_captcha_challenge_x" value="123"');
  });

  it('of a quiz has question, input and hidden answer in one element, and no answer [2.7/16]', () => {
    const source = '[quiz q "Capital of France?|Paris"]';
    const html = renderTags(source);
    expect(html).not.toMatch(/Paris|France/);
    expect(html).toMatch(
      /data-name="q"><label><span class="wf-quiz-label"><\/span> <input [^>]*name="q"[^>]*\/><\/label><input type="hidden" name="_wf_quiz_answer_q" value=""\/><\/span>/,
    );
    const quizzes = new Map([['q', { question: 'Capital?', answerHash: 'abc' }]]);
    const shown = renderTags(source, { state: state({ quizzes }) });
    expect(shown).toContain('<span class="wf-quiz-label">Capital?</span>');
    expect(shown).toContain('name="_wf_quiz_answer_q" value="abc"');
  });
});

describe('a field for files', () => {
  const accept = ['image/*', '.pdf', 'text/csv'];
  const file = { kind: 'file' as const, name: 'plans', label: 'Plans', accept };

  it('says what it takes, and is described by it', () => {
    const html = render([{ ...file, maxFiles: 3, maxBytes: 2_500_000, hint: 'To scale.', capture: 'environment' }]);
    expect(html).toContain(
      '<span class="field__hint" id="wf-f12-p7-o1-plans-hint">To scale. Images, PDF, CSV; up to 3 files, 2.5 MB in all.</span>',
    );
    const input = /<input type="file"[^>]*>/.exec(html)?.[0];
    for (const part of [
      'describedby="wf-f12-p7-o1-plans-hint"',
      'name="plans[]"',
      'capture="environment"',
      'multiple=""',
    ])
      expect(input).toContain(part);
    expect(render([{ kind: 'file', name: 'any' }])).toContain('>One file of at most 1 MB.</span>');
  });

  it('says what the shop takes, where that is less than the field says', () => {
    const show = (field: object, maxFiles: number) =>
      render([{ ...file, accept: [], ...field }], { fileLimits: { maxFileBytes: 2_000_000, maxFiles } });
    expect(show({ maxFiles: 5, maxBytes: 9_000_000 }, 4)).toContain('>Up to 4 files of at most 2 MB, 8 MB in all.<');
    expect(show({ maxFiles: 5, maxBytes: 1_000_000 }, 9)).toContain('>Up to 5 files, 1 MB in all.<');
    const one = show({ maxFiles: 5, maxBytes: 9_000_000 }, 1);
    expect(one).toContain('>One file of at most 2 MB.<');
    expect([one.includes('name="plans"'), one.includes('multiple')]).toEqual([true, false]);
  });

  it('names the files to choose again', () => {
    const files = new Map([['plans', ['<b>.pdf', 'c.pdf']]]);
    expect(render([file], { state: state({ files }) })).toContain('choose them again: &lt;b&gt;.pdf, c.pdf</span>');
  });
});

it.each([
  ['Name', 'Name: Fill in'],
  ['What shall we make?', 'What shall we make? Fill in'],
  ['Write!', 'Write! Fill in'],
  ['Your piece.', 'Your piece. Fill in'],
  ['Your name: ', 'Your name: Fill in'],
])('a listed error follows the label “%s” with one mark [2.7/9]', (label, listed) => {
  const html = render([{ kind: 'text', name: 'a', label }], {
    state: state({ errors: new Map([['a', 'Fill in']]) }),
  });
  expect(html).toContain(`<a href="#wf-f12-p7-o1-a">${listed}</a>`);
});

it('a hint and an error both describe their field', () => {
  const html = render([{ kind: 'text', name: 'a', hint: 'As on the box.' }], {
    state: state({ errors: new Map([['a', 'No']]) }),
  });
  expect(html).toContain('aria-describedby="wf-f12-p7-o1-a-hint wf-f12-p7-o1-ve-a"');
});

it('[D13] a rule is said before it is broken, and describes its field', () => {
  const html = render([
    { kind: 'textarea', name: 'idea', label: 'Idea', hint: 'Its glaze.', minlength: 20 },
    { kind: 'number', name: 'count', label: 'How many', min: 1, max: 500 },
  ]);
  expect(html).toContain('id="wf-f12-p7-o1-idea-hint">Its glaze. At least 20 characters.</span>');
  expect(findControl(html, 'idea')).toContain('aria-describedby="wf-f12-p7-o1-idea-hint"');
  expect(html).toContain('id="wf-f12-p7-o1-count-hint">From 1 to 500.</span>');
  expect(findControl(html, 'count')).toContain('data-hint="wf-f12-p7-o1-count-hint"');
});

it('[D13] the mark of fields that are required is explained once, and not where there is none', () => {
  const note = 'Fields marked with * are required.';
  const required = { kind: 'text', label: 'A', required: true } as const;
  expect(
    render([
      { ...required, name: 'a' },
      { ...required, name: 'b' },
    ]).split(note),
  ).toHaveLength(2);
  expect(render([{ kind: 'text', name: 'a', label: 'A' }])).not.toContain(note);
});

it('a field names where its default comes from, for pages that are cached', () => {
  const html = render([{ kind: 'text', name: 'a', defaultFrom: 'query', defaultKey: 'b' }]);
  expect(html).toContain('data-default-from="query" data-default-key="b"');
  expect(render([{ kind: 'text', name: 'a', defaultFrom: 'product' }])).not.toContain('data-default');
});

describe('the layout', () => {
  it('has groups, columns and steps', () => {
    const html = render([
      { kind: 'text', name: 'kind' },
      {
        ...{ kind: 'group', legend: 'More', class: 'wide', showWhen: [{ field: 'kind', values: ['"x"'] }] },
        content: [{ kind: 'text', name: 'more', label: 'Say more', required: true }],
      },
      { kind: 'columns', columns: [[{ kind: 'text', name: 'left' }], [{ kind: 'text', name: 'right' }]] },
      { kind: 'step', title: 'Last', content: [{ kind: 'plain', text: '<b>bye</b>' }] },
    ]);
    expect(html).toContain(
      '<fieldset class="contact-form__group wide" data-show-when="[{&quot;field&quot;:&quot;kind&quot;,&quot;values&quot;:[&quot;\\&quot;x\\&quot;&quot;]}]"><legend>More</legend>',
    );
    expect(html).toContain('<label class="field__label" for="wf-f12-p7-o1-more">Say more');
    expect(html.match(/contact-form__column"/g)?.length).toBe(2);
    expect(html).toContain('<legend>Last</legend>&lt;b&gt;bye&lt;/b&gt;');
  });

  it('binds the label around a control, and puts none around boxes', () => {
    const html = renderTags('<label>Name [text a]</label> <label>Pick [radio r "A"]</label>');
    expect(html).toMatch(/<label>Name <span[^>]*><input(?![^>]*aria-label)/);
    expect(html).toMatch(/<span>Pick <span[^>]*><span[^>]*role="radiogroup"/);
  });
});
