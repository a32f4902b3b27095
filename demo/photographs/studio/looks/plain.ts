import { clamp, cloud3, noise3 } from '../noise.ts';
import { type Glow, linear, type Surface } from '../surfaces.ts';
import { type Painter, scaleLook, setColour, tintLook } from './look.ts';

type Coloured = Exclude<Surface, { kind: 'glazed' }>;

export function plainLook(surface: Surface): Painter {
  if (surface.kind === 'glazed') throw new Error('A glazed surface has a look of its own');
  const colour = linear(surface.colour);
  return (_, look) => {
    setColour(look, colour);
    look.rough = surface.roughness;
    look.mirror = surface.kind === 'liquid' ? 0.035 : 0.012;
    look.relief = 0;
  };
}

/** A lit shade or a flame: a mirror value above 1 makes the shader emit light. */
export function glowLook({ colour, strength, bulb }: Glow): Painter {
  const base = linear(colour);
  return ({ x, y, z, u, v }, look) => {
    const weave = noise3(u / 0.5, v / 9, 1) + noise3(u / 9, v / 0.5, 5);
    setColour(look, base);
    scaleLook(look, 1 + 0.05 * weave + 0.06 * cloud3(x / 40, y / 40, z / 40));
    look.rough = 0.95;
    const away = bulb ? Math.min(1, Math.abs(y - bulb[0]) / bulb[1]) : 0;
    look.mirror = 1 + strength * (1 - 0.62 * away ** 1.6);
    look.relief = 0;
  };
}

/** Woven linen; the uv is in mm. */
export function clothLook({ colour, second }: Coloured): Painter {
  const [front, gap] = [linear(colour), linear(second)];
  return (spot, look) => {
    const { u, v } = spot;
    const slub = noise3(u / 0.7, v / 26, 1) + noise3(u / 26, v / 0.7, 5);
    const across = (u * Math.PI) / 0.66 + 0.5 * noise3(u / 9, v / 9, 2);
    const down = (v * Math.PI) / 0.66 + 0.5 * noise3(u / 9, v / 9, 8);
    const over = Math.sin(across) * Math.sin(down) > 0;
    const weave = over ? Math.abs(Math.sin(across)) : Math.abs(Math.sin(down));
    setColour(look, gap);
    tintLook(look, front, clamp(0.35 + 0.65 * weave + 0.14 * slub, 0, 1.1));
    scaleLook(look, 1 + 0.05 * noise3(u / 60, v / 60, 3));
    look.rough = 0.95;
    look.mirror = 0.012;
    look.relief = 0.11 * weave + 0.04 * slub;
  };
}

export function plasterLook({ colour, second, roughness }: Coloured): Painter {
  const [base, shade] = [linear(colour), linear(second)];
  return ({ x, y, z }, look) => {
    const broad = cloud3(x / 190, y / 190, z / 190);
    const trowel = cloud3(x / 60, y / 26, z / 60);
    const grit = noise3(x / 1.6, y / 1.6, z / 1.6);
    setColour(look, base);
    tintLook(look, shade, clamp(0.3 + 0.5 * broad + 0.2 * trowel, 0, 1));
    scaleLook(look, 1 + 0.015 * grit);
    look.rough = roughness;
    look.mirror = 0.015;
    look.relief = 0.45 * trowel + 0.04 * grit;
  };
}

/** The edges of stacked leaves; v is in mm across them. */
export function paperLook({ colour, second }: Coloured): Painter {
  const [base, shade] = [linear(colour), linear(second)];
  return ({ u, v }, look) => {
    const leaf = noise3(u / 90, v / 0.17, 1);
    setColour(look, shade);
    tintLook(look, base, clamp(0.7 + 0.4 * leaf, 0, 1));
    look.rough = 0.9;
    look.mirror = 0.012;
    look.relief = 0.05 * leaf;
  };
}
