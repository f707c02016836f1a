import { useTranslation } from '@/lib/i18n';

/** Says what a mutation of the desk does. */
export function useActTitle(): (field: string) => string {
  const { t, i18n } = useTranslation('desk');
  return (field) =>
    i18n.exists(`desk:acts.${field}.title`)
      ? t(`acts.${field}.title` as 'acts.refund.title')
      : t(`proposals.fields.${field}` as 'proposals.fields.holdAct', field);
}
