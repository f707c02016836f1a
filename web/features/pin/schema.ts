import * as z from 'zod/mini';
import { limits } from '@/lib/limits';
import { confirmOf, pinOf } from './boxes';

const isFull = (row: string) => row.length === limits.profilePin.length;

/**
 * The boxes of both rows: digits (V-120), four of them in each (V-119), the same twice (V-121). The
 * boxes and the button see to most of that; this is for what slips through.
 */
export const pinSchema = z.object({
  pin: z.array(z.string()).check(
    z.refine((boxes) => boxes.every((box) => /^[0-9]*$/.test(box)), { error: 'INVALID_CHARACTERS', abort: true }),
    z.refine((boxes) => isFull(pinOf(boxes)) && isFull(confirmOf(boxes)), { error: 'INVALID_FORMAT', abort: true }),
    z.refine((boxes) => pinOf(boxes) === confirmOf(boxes), 'MISMATCH'),
  ),
});
