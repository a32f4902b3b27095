import type { Surface } from '../surfaces.ts';
import { glazedLook } from './glazed.ts';
import { organicLook, woodLook } from './grown.ts';
import type { Painter } from './look.ts';
import { clothLook, glowLook, paperLook, plainLook, plasterLook } from './plain.ts';
import { printedLook } from './printed.ts';

export function createPainter(surface: Surface): Painter {
  switch (surface.kind) {
    case 'glazed':
      return glazedLook(surface);
    case 'wood':
      return woodLook(surface);
    case 'organic':
      return organicLook(surface);
    case 'cloth':
      return clothLook(surface);
    case 'plaster':
      return plasterLook(surface);
    case 'glow':
      return glowLook(surface);
    case 'paper':
      return paperLook(surface);
    case 'printed':
      return printedLook(surface);
    default:
      return plainLook(surface);
  }
}
