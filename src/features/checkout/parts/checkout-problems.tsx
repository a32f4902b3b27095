import { formTexts } from '#platform/forms/texts.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { FormProblems } from '#ui/form-field.tsx';
import { Notice, NoticeContainer } from '#ui/notice.tsx';
import type { CheckoutView } from '../checkout-view.ts';

/**
 * Lists all problems above the form, with a link to each field (spec 2.5/5). The first has the focus.
 * Problems that a review finds are beside their fields only, and announced.
 */
export function CheckoutProblems({
  view: { context, problems, listsProblems, notices },
}: {
  readonly view: CheckoutView;
}) {
  return (
    <Behaviour of="ui/notices">
      <NoticeContainer>
        {notices.map(({ text, link }, index) => (
          <Notice kind="error" key={text} autoFocus={problems.length === 0 && index === 0}>
            <p>
              {text} {link && <a href={link.href}>{link.text}</a>}
            </p>
          </Notice>
        ))}
        {listsProblems && <FormProblems title={context.t(formTexts.problemsTitle)} problems={problems} />}
        <p hidden data-announce={problems.map(({ message }) => message).join(' ')} />
      </NoticeContainer>
    </Behaviour>
  );
}
