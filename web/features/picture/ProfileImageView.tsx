import { useQuery } from '@apollo/client/react';
import { CircleUserRound } from 'lucide';
import dynamic from 'next/dynamic';
import { type ChangeEvent, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { ProfileImageScreenDocument } from '@/generated/ProfileImageScreen';
import { SetProfileImageDocument } from '@/generated/SetProfileImage';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { cx } from '@/ui/cx';
import { FieldFrame, useFieldIds } from '@/ui/Field';
import { Form, SubmitButton } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { LiveRegion } from '@/ui/LiveRegion';
import { orNotice } from '@/ui/PartMissing';
import { type Area, cropped, percentOf, smallest, squareOf } from './area';

const Cropper = dynamic(() => orNotice(import('./Cropper').then((part) => part.default)), { ssr: false });

/** What may be chosen (V-058); the server looks at the content. */
const accepted = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];

/** The change of the profile picture. */
export function ProfileImageView() {
  const { t } = useTranslation('picture');
  const { data } = useQuery(ProfileImageScreenDocument);
  const screen = data?.screen;
  if (!screen) return null;
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <PictureForm current={screen.profileImageUrl ?? null} />
      {screen.profileImageUrl && <Remove />}
    </>
  );
}

type Values = { profileImage: string };

function PictureForm({ current }: { current: string | null }) {
  const { t } = useTranslation('picture');
  const form = useForm<Values>(null, { profileImage: '' });
  const set = useAction(SetProfileImageDocument, form);
  const [src, setSrc] = useState<string | null>(null);
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [area, setArea] = useState<Area>();

  const refuse = (type: string) => {
    setSrc(null);
    setImage(null);
    form.setError('profileImage', { type }, { shouldFocus: true });
  };
  const choose = async (file: File | undefined) => {
    form.clearErrors('profileImage');
    setImage(null);
    if (!file) return setSrc(null);
    if (!accepted.includes(file.type)) return refuse('INVALID_FORMAT');
    if (file.size > limits.profileImage.maxBytes) return refuse('IMAGE_TOO_LARGE');
    setSrc(await dataOf(file));
  };
  const send = () => {
    if (!image || !area) return refuse('REQUIRED');
    return set.run({ profileImage: cropped(image, area) });
  };
  return (
    <Form form={form} action={set} ns="picture" onSubmit={send}>
      <FileField onChoose={(file) => void choose(file).catch(() => refuse('IMAGE_UNREADABLE'))} />
      <div
        className={cx(
          'flex items-center justify-center overflow-hidden rounded-card border border-line bg-ground p-4',
          src ? 'h-90' : 'h-60',
        )}
      >
        {src ? (
          <Cropper
            key={src}
            src={src}
            area={area}
            onArea={setArea}
            onLoad={(loaded) => {
              setArea(squareOf(loaded, 90));
              setImage(loaded);
            }}
            onError={() => refuse('IMAGE_UNREADABLE')}
          />
        ) : (
          <Current src={current} />
        )}
      </div>
      <LiveRegion role="status" className="sr-only">
        {image && t('chosen')}
      </LiveRegion>
      {src && (
        <>
          <Size
            value={image && area ? percentOf(image, area) : null}
            onChange={(percent) => image && setArea((was) => squareOf(image, percent, was))}
          />
          <SubmitButton>{t('submit')}</SubmitButton>
        </>
      )}
    </Form>
  );
}

/** The picture as it is, where the chosen one will be cropped. */
function Current({ src }: { src: string | null }) {
  const { t } = useTranslation('picture');
  if (src) return <img src={src} alt={t('current')} width={200} height={200} className="size-50 rounded-full" />;
  return (
    <p className="flex flex-col items-center gap-3 text-center text-ink-2">
      <Icon of={CircleUserRound} className="size-24 stroke-1" />
      {t('none')}
    </p>
  );
}

function FileField({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const { t } = useTranslation('picture');
  const label = t('file');
  const ids = useFieldIds('profileImage', label, true);
  return (
    <FieldFrame ids={ids} name="profileImage" label={label} hint={t('fileHint')}>
      <FileInput ids={ids} onChoose={onChoose} />
    </FieldFrame>
  );
}

type Ids = ReturnType<typeof useFieldIds>;

/**
 * The browser's own control, unseen, lies over words in the language of the page: it has its own in
 * the browser's.
 */
function FileInput({ ids, onChoose }: { ids: Ids; onChoose: (file: File | undefined) => void }) {
  const { t } = useTranslation('picture');
  const { register } = useFormContext<Values>();
  const { ref, name } = register('profileImage');
  const [chosen, setChosen] = useState('');
  const change = ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    setChosen(files?.[0]?.name ?? '');
    onChoose(files?.[0]);
  };
  return (
    <div className="control relative flex h-auto items-center gap-3 py-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text has-aria-invalid:border-2 has-aria-invalid:border-danger">
      <span
        aria-hidden
        className="flex min-h-9 shrink-0 items-center rounded-control border border-line-strong bg-ground px-3"
      >
        {t('choose')}
      </span>
      <span aria-hidden className="truncate text-ink-2">
        {chosen || t('noFile')}
      </span>
      <input
        ref={ref}
        name={name}
        id={ids.control}
        type="file"
        accept={accepted.join(',')}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.invalid || undefined}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={change}
      />
    </div>
  );
}

/** The size of the square, for those who neither drag nor pinch. */
function Size({ value, onChange }: { value: number | null; onChange: (percent: number) => void }) {
  const { t } = useTranslation('picture');
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-bold">
        {t('size')}
      </label>
      <p id={`${id}-hint`} className="text-sm text-ink-2">
        {t('sizeHint')}
      </p>
      <input
        id={id}
        type="range"
        min={smallest}
        max={100}
        value={value ?? 90}
        disabled={value === null}
        aria-describedby={`${id}-hint`}
        className="h-11 w-full accent-accent disabled:opacity-50"
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  );
}

function Remove() {
  const { t } = useTranslation('picture');
  const [asked, setAsked] = useState(false);
  const remove = useAction(SetProfileImageDocument, undefined, { failure: { says: t('removeFailed'), at: 'toast' } });
  return (
    <>
      <Button kind="danger" wide onClick={() => setAsked(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('removeTitle')}
        confirmLabel={t('removeConfirm')}
        danger
        pending={remove.pending}
        onConfirm={() => void remove.run({ profileImage: null }).then(() => setAsked(false))}
        onClose={() => setAsked(false)}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
    </>
  );
}

function dataOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });
}
