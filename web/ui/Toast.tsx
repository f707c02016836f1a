import { useTranslation } from '@/lib/i18n';
import { dismiss, useToasts } from '@/lib/toast';
import { LiveRegion } from './LiveRegion';
import { useTouched } from './useTouched';

/**
 * Where toasts appear; one in the whole site. On a phone that is at the top, since a toast that
 * stays at the bottom would cover the button that ends a form. Its words and its button are what
 * they were when the script that draws the rest has loaded, which may be later, as without a
 * network: nothing is announced twice, and the focus stays.
 */
export function Toasts() {
  const { t } = useTranslation('common');
  const toasts = useToasts();
  const touched = useTouched(toasts.length);
  return (
    <LiveRegion className="toasts">
      {toasts.map(({ id, tone, text }) => (
        <div key={id} className={tone}>
          {touched && <touched.ToastMark id={id} tone={tone} />}
          <span>{text}</span>
          {tone === 'error' && (
            <button type="button" aria-label={t('close')} onClick={() => dismiss(id)}>
              {touched ? <touched.Cross /> : '×'}
            </button>
          )}
        </div>
      ))}
    </LiveRegion>
  );
}
