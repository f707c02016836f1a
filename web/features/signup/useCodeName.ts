import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';

/** What the store calls the code that proves an address; every text about it uses this name. */
export function useCodeName(): string {
  const { t } = useTranslation('common');
  const { authCodeSetting } = useStore();
  return authCodeSetting.signUp.displayName || t('code.purposes.signUp');
}

/** The same name where it stands alone, as the label of its field. */
export function labelled(name: string): string {
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}
