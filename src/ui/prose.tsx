/** @param html already sanitised: it goes into the page as it is */
export function Prose({ html, className }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's own texts, cleaned when they were written
    <div className={className ? `prose ${className}` : 'prose'} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
