import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';

/** What the store calls the code that proves an address; every text about it uses this name. */
export function useCodeName(): string {
  const { t } = useTranslation('common');
  const { authCodeSetting } = useStore();
  return authCodeSetting.signUp.displayName || t('code.signUp');
}
