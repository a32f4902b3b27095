import { useId } from 'react';
import { island } from '#platform/islands/island.shared.ts';

export const Photograph = island('trial/photograph', function Photograph({ src }: { src: string }) {
  return <img id={useId()} src={src} alt="" fetchPriority="high" />;
});
