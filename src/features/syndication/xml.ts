/** Characters that XML 1.0 can't hold, however they are written. */
const forbiddenCharacters = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Most texts have nothing of either. */
const specialCharacters = /[&<>"']|[^ -\ud7ff\ue000-\ufffd]/;

function escapeXml(text: string): string {
  if (!specialCharacters.test(text)) return text;
  return text.replace(forbiddenCharacters, '').replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** `<name>text</name>`; nothing where there is none. */
export function renderElement(name: string, text: string | null | undefined): string {
  return text === null || text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}
