import type { FieldKind, FieldOf } from '#platform/forms/field.ts';
import { type TypedText, text } from '#platform/forms/kinds.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { richTextTexts as texts } from './texts.ts';

type RichTextOptions = Parameters<typeof text>[0];

const textKind = text({ label: '', max: 1 }).kind as unknown as FieldKind<string, RichTextOptions>;

/**
 * A field of HTML. Without script the HTML itself is typed. The caller that stores the value must sanitise it with
 * `sanitiseHtml`.
 */
const richTextKind: FieldKind<string, RichTextOptions> = {
  ...textKind,
  name: 'rich-text',
  render: ({ field, name, state, children }) => {
    const { t } = state;
    const { tools, linkAddress, sourceOnly, ...buttons } = texts;
    const words = Object.fromEntries(Object.entries(buttons).map(([key, word]) => [key, t(word)]));
    const said = { linkAddress: t(linkAddress), sourceOnly: t(sourceOnly), tools: t(tools, { label: field.label }) };
    return (
      <Behaviour of="platform/admin/rich-text/rich-text">
        {textKind.render({
          ...{ field, name, state },
          children: (
            <>
              {/* The server sends this element empty; React never changes what the script puts into it. */}
              <div
                className="rich-text"
                data-filled-by-script=""
                data-rich-text={JSON.stringify({ label: field.label, buttons: words, ...said })}
              />
              {children}
            </>
          ),
        })}
      </Behaviour>
    );
  },
};

export const richText = (options: RichTextOptions): TypedText =>
  ({ ...options, kind: richTextKind }) as FieldOf<string, RichTextOptions> as TypedText;
