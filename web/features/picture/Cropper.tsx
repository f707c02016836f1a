import { type PointerEvent, useRef } from 'react';
import ReactCrop from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { useTranslation } from '@/lib/i18n';
import { type Area, percentOf, squareOf } from './area';

type Props = {
  src: string;
  area: Area | undefined;
  onArea: (area: Area) => void;
  onLoad: (image: HTMLImageElement) => void;
  onError: () => void;
};

/**
 * An image with the square that is cropped, moved and sized by drag, two fingers and keys. It is
 * loaded once an image is chosen.
 */
export default function Cropper({ src, area, onArea, onLoad, onError }: Props) {
  const { t } = useTranslation('picture');
  const image = useRef<HTMLImageElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const pinch = useRef<{ apart: number; percent: number } | null>(null);

  const apart = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  const down = ({ pointerId, clientX, clientY }: PointerEvent) => {
    fingers.current.set(pointerId, { x: clientX, y: clientY });
    if (fingers.current.size === 2 && image.current && area)
      pinch.current = { apart: apart(), percent: percentOf(image.current, area) };
  };
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (!fingers.current.has(pointerId)) return;
    fingers.current.set(pointerId, { x: clientX, y: clientY });
    const { current: began } = pinch;
    if (!began || fingers.current.size < 2 || !image.current || !area) return;
    onArea(squareOf(image.current, (began.percent * apart()) / Math.max(began.apart, 1), area));
  };
  const up = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId);
    if (fingers.current.size === 0) pinch.current = null; // the finger that is left does not drag on
  };

  const handle = t('corner');
  return (
    <div
      className="flex max-h-full max-w-full touch-none"
      onPointerDownCapture={down}
      onPointerMoveCapture={move}
      onPointerUpCapture={up}
      onPointerCancelCapture={up}
      onPointerLeave={up}
    >
      <ReactCrop
        crop={area}
        onChange={(_, percent) => {
          if (!pinch.current) onArea({ ...percent, unit: '%' });
        }}
        aspect={1}
        className="max-h-80" // its image has the height of the whole
        minWidth={40}
        keepSelection
        ariaLabels={{
          cropArea: t('area'),
          nwDragHandle: handle,
          nDragHandle: handle,
          neDragHandle: handle,
          eDragHandle: handle,
          seDragHandle: handle,
          sDragHandle: handle,
          swDragHandle: handle,
          wDragHandle: handle,
        }}
      >
        <img ref={image} src={src} alt="" onLoad={({ currentTarget }) => onLoad(currentTarget)} onError={onError} />
      </ReactCrop>
    </div>
  );
}
