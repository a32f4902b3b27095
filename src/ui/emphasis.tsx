/** Words between asterisks stand out: 'made of *mud*'. */
export function Emphasis({ text }: { text: string }) {
  return text.split('*').map((part, index) => (index % 2 === 0 ? part : <em key={part}>{part}</em>));
}
