import { noise3 } from '../noise.ts';
import { getPrint } from '../prints.ts';
import type { Printed } from '../surfaces.ts';
import type { Painter } from './look.ts';

/** Paper or bookcloth with a print mapped by uv; transparent areas are pressed in. */
export function printedLook({ print: name, roughness, weave }: Printed): Painter {
  const { width, height, pixels } = getPrint(name);
  return (spot, look) => {
    const column = Math.min(width - 1, Math.max(0, Math.floor(spot.u * width)));
    const row = Math.min(height - 1, Math.max(0, Math.floor((1 - spot.v) * height)));
    const at = (row * width + column) * 4;
    const { x, y, z } = spot;
    const tooth = noise3(x / 0.5, y / 0.5, z / 0.5);
    const cloth =
      Math.sin(x * 5.2 + noise3(x / 4, y / 4, z / 4)) * Math.sin((z + y) * 5.2 + noise3(x / 4, y / 4, z / 4 + 9));
    const tone = 1 + 0.03 * tooth + 0.1 * weave * cloth;
    look.red = (pixels[at] as number) * tone;
    look.green = (pixels[at + 1] as number) * tone;
    look.blue = (pixels[at + 2] as number) * tone;
    look.rough = roughness;
    look.mirror = 0.022;
    look.relief = 0.02 * tooth + 0.07 * weave * cloth - (1 - (pixels[at + 3] as number)) * 0.5;
  };
}
