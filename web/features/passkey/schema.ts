import * as z from 'zod/mini';
import { required } from '@/lib/given';
import { limits } from '@/lib/limits';
import { toName } from '@/lib/typed';

const name = z.string().check(z.maxLength(limits.passkeys.nameMax, 'TOO_LONG'));

export const nameSchema = z.object({ name: z.pipe(z.transform(toName), required(name)) });
