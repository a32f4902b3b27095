import { Button } from '#ui/button.tsx';
import { Notice as NoticeBox } from '#ui/notice.tsx';
import type { Notice } from '../block-checkout.shared.ts';

interface ProblemsProps {
  readonly title: string;
  readonly notices: readonly Notice[];
  /** `field`: id of the control. */
  readonly problems: readonly { readonly field: string; readonly message: string }[];
  readonly retry: { readonly label: string; readonly run: () => void } | null;
}

export function Problems({ title, notices, problems, retry }: ProblemsProps) {
  return (
    <>
      {notices.map(({ text, link }) => (
        <NoticeBox kind="error" key={text}>
          <p>
            {text} {link && <a href={link.href}>{link.text}</a>}
            {retry && (
              <Button look="text" type="button" onClick={retry.run}>
                {retry.label}
              </Button>
            )}
          </p>
        </NoticeBox>
      ))}
      {problems.length > 0 && (
        <NoticeBox kind="error" title={title} id="problems">
          <ul>
            {problems.map(({ field, message }) => (
              <li key={field}>
                <a href={`#${field}`}>{message}</a>
              </li>
            ))}
          </ul>
        </NoticeBox>
      )}
    </>
  );
}
