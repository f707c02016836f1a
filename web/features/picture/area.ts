import { limits } from '@/lib/limits';

/** A part of an image, in percent of its width and height. */
export type Area = { unit: '%'; x: number; y: number; width: number; height: number };
type Size = { width: number; height: number };

/** How large the square is at the least, in percent of the largest one. */
export const smallest = 20;

/**
 * The square of so many percent of the largest one, around the middle of an area of the image, or
 * its own; it stays inside (V-059).
 */
export function squareOf(image: Size, percent: number, around?: Area): Area {
  const side = (Math.min(image.width, image.height) * Math.min(Math.max(percent, smallest), 100)) / 100;
  const [width, height] = [(side / image.width) * 100, (side / image.height) * 100];
  const place = (middle: number, length: number) => Math.min(Math.max(middle - length / 2, 0), 100 - length);
  return {
    unit: '%',
    x: place(around ? around.x + around.width / 2 : 50, width),
    y: place(around ? around.y + around.height / 2 : 50, height),
    width,
    height,
  };
}

/** How large an area is, in percent of the largest square. */
export function percentOf(image: Size, area: Area): number {
  return Math.round((area.width * image.width) / Math.min(image.width, image.height));
}

/** What one call may carry as a data URL; the server takes no more of a page. */
const most = 60_000;

/**
 * The area of the image at 200×200 (K-034) as a data URL of a JPEG, turned as the photo says. What
 * is transparent becomes white.
 */
export function cropped(image: HTMLImageElement, { x, y, width, height }: Area): string {
  const { side } = limits.profileImage;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const paint = canvas.getContext('2d');
  if (!paint) throw new Error('there is no canvas');
  const { naturalWidth, naturalHeight } = image;
  const part = (percent: number, length: number) => (percent * length) / 100;
  paint.fillStyle = '#fff';
  paint.fillRect(0, 0, side, side);
  paint.imageSmoothingQuality = 'high';
  paint.drawImage(
    image,
    part(x, naturalWidth),
    part(y, naturalHeight),
    part(width, naturalWidth),
    part(height, naturalHeight),
    0,
    0,
    side,
    side,
  );
  const tries = [0.92, 0.8, 0.6].map((quality) => () => canvas.toDataURL('image/jpeg', quality));
  let url = '';
  for (const attempt of tries) {
    url = attempt();
    if (url.length <= most) break;
  }
  return url;
}
