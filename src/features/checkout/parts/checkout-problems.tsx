import { formTexts } from '#platform/forms/texts.ts';
import { FormProblems } from '#ui/form-field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CheckoutView } from '../checkout-view.ts';

/** Lists all problems above the form, with a link to each field (spec 2.5/5). The first has the focus. */
export function CheckoutProblems({ view: { context, problems, notices } }: { readonly view: CheckoutView }) {
  return (
    <>
      {notices.map(({ text, link }, index) => (
        <Notice kind="error" key={text} autoFocus={problems.length === 0 && index === 0}>
          <p>
            {text} {link && <a href={link.href}>{link.text}</a>}
          </p>
        </Notice>
      ))}
      <FormProblems title={context.t(formTexts.problemsTitle)} problems={problems} />
    </>
  );
}
