import { FormProblems } from '#platform/forms/form-fields.tsx';
import { Behaviour } from '#platform/islands/island.tsx';
import { Notice, NoticeContainer } from '#ui/notice.tsx';
import type { CheckoutView } from '../checkout-view.ts';

interface CheckoutProblemsProps {
  readonly view: CheckoutView;
}

/**
 * Shows why the order was refused, if the reason is not a field. Reviews of the form don't remove the notice: the
 * shopper may not have read it yet.
 */
export function RefusalNotices({ view: { notices, problems } }: CheckoutProblemsProps) {
  if (notices.length === 0) return null;
  return (
    <Behaviour of="ui/notices">
      <NoticeContainer>
        {notices.map(({ text, link, total }, index) => (
          <div key={text} data-refusal={total ?? ''}>
            <Notice kind="error" autoFocus={problems.length === 0 && index === 0}>
              <p>
                {text} {link && <a href={link.href}>{link.text}</a>}
              </p>
            </Notice>
          </div>
        ))}
      </NoticeContainer>
    </Behaviour>
  );
}

/**
 * Lists all problems above the form, with a link to each field. The first problem gets the focus. Problems found by a
 * review are shown beside their fields only, and announced.
 */
export function CheckoutProblems({ view: { context, problems, listsProblems } }: CheckoutProblemsProps) {
  return (
    <Behaviour of="ui/notices">
      <NoticeContainer>
        {listsProblems && <FormProblems state={{ t: context.t, problems }} />}
        <p hidden data-announce={problems.map(({ message }) => message).join(' ')} />
      </NoticeContainer>
    </Behaviour>
  );
}
