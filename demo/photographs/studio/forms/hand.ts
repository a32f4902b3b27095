import type { Vec3 } from '../solid.ts';

/** Unevenness of a thrown piece: about `amount` mm out of round, with a slightly tilted lip. */
export function createUnevenness(seed: number, amount: number): (at: Vec3, angle: number) => Vec3 {
  const phase = seed * 2.399;
  return ([x, y, z], angle) => {
    const radius = Math.hypot(x, z) || 1;
    const off = amount * (Math.cos(2 * angle + phase) * 0.7 + Math.cos(3 * angle + phase * 1.7 + y / 40) * 0.3);
    const scale = 1 + (off * Math.min(1, y / 30)) / Math.max(radius, 12);
    return [x * scale, y + amount * 0.35 * Math.sin(angle + phase) * Math.min(1, Math.max(0, y - 20) / 60), z * scale];
  };
}
