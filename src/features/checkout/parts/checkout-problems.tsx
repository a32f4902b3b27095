import { Notice } from '#ui/notice.tsx';
import type { CheckoutView } from '../checkout-view.ts';
import { checkoutTexts as texts } from '../texts.ts';

/** Lists all problems above the form, with a link to each field (spec 2.5/5). */
export function CheckoutProblems({ view: { context, problems, notices } }: { readonly view: CheckoutView }) {
  return (
    <>
      {notices.map(({ text, link }) => (
        <Notice kind="error" key={text}>
          <p>
            {text} {link && <a href={link.href}>{link.text}</a>}
          </p>
        </Notice>
      ))}
      {problems.length > 0 && (
        <Notice kind="error" title={context.t(texts.errorsTitle)} id="problems">
          <ul>
            {problems.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                <a href={`#${field}`}>{message}</a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
