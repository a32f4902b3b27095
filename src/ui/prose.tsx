/** @param html sanitised HTML, inserted unescaped */
export function Prose({ html, className }: { html: string; className?: string | undefined }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved
    <div className={className ? `prose ${className}` : 'prose'} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
