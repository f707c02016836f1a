import { Copy, Download, Printer } from 'lucide';
import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { copy } from './copy';

/** Ways to keep backup codes. */
export function KeepCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('mfa');
  const { serviceName: service } = useStore();
  const title = service ? t('generate.file', { service }) : t('generate.fileUnnamed');
  const copyCodes = () => copy(codes.join('\n'), t('generate.copied'), t('copyFailed'));
  const text = () => [title, t('generate.fileNote'), '', ...codes, ''].join('\r\n');
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap print:hidden">
      <Button kind="secondary" onClick={() => void copyCodes()}>
        <Icon of={Copy} className="size-5" />
        {t('generate.copy')}
      </Button>
      <Button kind="secondary" onClick={() => download(text())}>
        <Icon of={Download} className="size-5" />
        {t('generate.download')}
      </Button>
      <Button kind="secondary" onClick={() => window.print()}>
        <Icon of={Printer} className="size-5" />
        {t('generate.print')}
      </Button>
    </div>
  );
}

/** Made here and nowhere else: the codes leave the page for the member's own disk only. */
function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'backup-codes.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it after the click
}
