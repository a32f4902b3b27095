import { useId } from 'react';
import { defineIsland } from '#platform/islands/island.shared.ts';

export const Photograph = defineIsland('trial/photograph', function Photograph({ src }: { src: string }) {
  return <img id={useId()} src={src} alt="" fetchPriority="high" />;
});
