import { useQuery } from '@tanstack/react-query';
import { common } from '../app/words/common.ts';
import { Skeleton } from './loaded.tsx';
import './chart.css';

interface QrCodeProps {
  readonly text: string;
  /** What it is, for those who do not see it. */
  readonly label: string;
}

/** Text as a picture that a phone reads. It is drawn here: the text goes nowhere. */
export function QrCode({ text, label }: QrCodeProps) {
  const drawing = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => {
      const { encode } = await import('uqr');
      return encode(text, { ecc: 'M', border: 2 });
    },
    // A secret is not kept once its picture is gone.
    gcTime: 0,
  });
  if (drawing.error !== null) return <p className="quiet">{common.read().qrFailed}</p>;
  if (drawing.data === undefined) return <Skeleton rows={4} />;
  const { size, data } = drawing.data;
  const path = data.flatMap((line, y) => line.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
