/** Characters that XML 1.0 can't represent. */
const forbiddenCharacters = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Cheap check before escaping: most texts contain none of these characters. */
const specialCharacters = /[&<>"']|[^ -\ud7ff\ue000-\ufffd]/;

function escapeXml(text: string): string {
  if (!specialCharacters.test(text)) return text;
  return text.replace(forbiddenCharacters, '').replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Renders `<name>text</name>`, or an empty string for null and undefined. */
export function renderElement(name: string, text: string | null | undefined): string {
  return text === null || text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}
