import type { MypageScreenQuery } from '@/generated/MypageScreen';

/** What My Page shows. */
export type Home = NonNullable<MypageScreenQuery['screen']>;
export type HomeContract = Home['contracts'][number];
