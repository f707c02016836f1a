import type { HomeContractFragment } from '@/generated/fragments';
import type { MypageScreenQuery } from '@/generated/MypageScreen';

/** What My Page shows. */
export type Home = NonNullable<MypageScreenQuery['screen']>;
export type HomeContract = HomeContractFragment;
