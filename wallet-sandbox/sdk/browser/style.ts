const layouts = ['vertical', 'horizontal'];
const colors = ['gold', 'blue', 'silver', 'white', 'black'];
const shapes = ['rect', 'pill', 'sharp'];
const labels = ['paypal', 'checkout', 'buynow', 'pay', 'installment', 'subscribe', 'donate'];

export interface ButtonStyle {
  layout: string;
  color: string;
  shape: string;
  label: string;
  height: number | null;
  borderRadius: number | null;
  tagline: boolean;
}

/** Fills in what the shop left open. Throws for what the buttons can't be. */
export function readButtonStyle(given: Record<string, unknown> = {}, fundingSource?: string): ButtonStyle {
  const choose = (key: string, choices: readonly string[], initial: string): string => {
    const value = given[key] ?? initial;
    if (typeof value === 'string' && choices.includes(value)) return value;
    const button = fundingSource ?? 'default';
    throw new Error(`Unexpected style.${key} for ${button} button: ${value}, expected ${choices.join(', ')}`);
  };
  const layout = choose('layout', layouts, fundingSource ? 'horizontal' : 'vertical');
  const tagline = given.tagline ?? false;
  if (typeof tagline !== 'boolean') throw new Error(`Expected style.tagline to be a boolean, got: ${tagline}`);
  if (tagline && layout === 'vertical') throw new Error(`Unexpected style.tagline for ${layout} layout: ${tagline}`);
  return {
    layout,
    color: choose('color', colors, fundingSource === 'card' ? 'black' : 'gold'),
    shape: choose('shape', shapes, 'rect'),
    label: choose('label', labels, 'paypal'),
    height: readLength(given.height, 'height', 25, 55),
    borderRadius: readLength(given.borderRadius, 'borderRadius', 0, 55),
    tagline,
  };
}

function readLength(value: unknown, name: string, min: number, max: number): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number') throw new Error(`Expected style.${name} to be a number, got: ${value}`);
  if (value >= min && value <= max) return value;
  throw new Error(`Expected style.${name} to be between ${min}px and ${max}px - got ${value}px`);
}
