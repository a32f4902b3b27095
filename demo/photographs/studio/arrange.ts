import { type BackdropName, backdrops, createBackdrop } from './backdrop.ts';
import { darkOak, ledge, oak, wall, windowFrame } from './forms/room.ts';
import { duskWindow, northWindow, softbox, windowSun } from './lighting.ts';
import type { Arrangement } from './render/subject.ts';
import type { Solid } from './solid.ts';

/** The piece alone on paper, a softbox from the upper left. `size` is its largest measure, mm. */
export function onPaper(backdrop: BackdropName, pieces: Solid[], size: number): Arrangement {
  const colour = backdrops[backdrop];
  return {
    solids: [createBackdrop(backdrop, size), ...pieces],
    lighting: softbox(),
    ground: colour,
    wall: colour,
    middle: [0, size * 0.4, 0],
    reach: size * 0.95,
  };
}

/** An oak table by a plastered wall; low sun through a window. */
export function inSun(pieces: Solid[], shift?: [up: number, along: number]): Arrangement {
  return {
    solids: [
      ledge(oak, { back: -330, front: 900, thick: 40 }),
      wall('#d9cfbf', '#c8bba8', -330, -40, 1400),
      ...windowFrame(shift),
      ...pieces,
    ],
    lighting: windowSun(),
    ground: '#8f6f4b',
    wall: '#cfc4b2',
    middle: [0, 120, 0],
    reach: 620,
  };
}

/** A shelf or table edge against a plastered wall; a big window on the left, no sun. */
export function byWindow(
  pieces: Solid[],
  wood: 'oak' | 'dark' = 'dark',
  colours: [string, string] = ['#cdc5b8', '#b9b0a2'],
): Arrangement {
  return {
    solids: [
      ledge(wood === 'oak' ? oak : darkOak, { back: -190, front: 110, thick: 32 }),
      wall(...colours, -190, -700, 1400),
      ...pieces,
    ],
    lighting: northWindow(),
    ground: '#6d5238',
    wall: colours[0],
    middle: [0, 110, 0],
    reach: 520,
  };
}

/** The shelf at dusk, for things that give light. */
export function inEvening(pieces: Solid[]): Arrangement {
  return { ...byWindow(pieces, 'oak'), lighting: duskWindow() };
}
