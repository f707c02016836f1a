import type { AnyAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import type { Namespace } from '@/messages/registry';
import { Alert } from './Alert';

type NoticeProps = { action?: Pick<AnyAction, 'notice'>; ns?: Namespace };

/**
 * What went wrong with an action, for a form or beside a lone button: the feature's own words for
 * the code, else those of the action.
 */
export function ActionNotice({ action, ns }: NoticeProps) {
  const { t, i18n } = useTranslation('common');
  if (!action?.notice) return <Alert />;
  const { code, message } = action.notice;
  const own = ns && i18n.exists(`${ns}:notices.${code}`) ? (t(`${ns}:notices.${code}` as never) as string) : null;
  return <Alert>{own ?? message ?? t('errors.default')}</Alert>;
}
