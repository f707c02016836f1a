import { get, useFormContext } from 'react-hook-form';
import type { SurveyFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { FieldFrame, FieldGroup, useFieldIds } from '@/ui/Field';
import { RadioField } from '@/ui/RadioField';
import { SelectField } from '@/ui/SelectField';
import { TextField } from '@/ui/TextField';
import { useControl } from '@/ui/useControl';
import { answerName } from './schema';

type Question = SurveyFragment['questions'][number];

/** The plan's questions, one field each. */
export function SurveyFields({ survey }: { survey: SurveyFragment }) {
  return (
    <section className="flex flex-col gap-6" aria-label={survey.surveyName}>
      <div>
        <h2 className="text-xl">{survey.surveyName}</h2>
        {survey.surveyDescription && <p className="text-ink-2">{survey.surveyDescription}</p>}
      </div>
      {survey.questions.map((question, index) => (
        <QuestionField key={question.questionId} question={question} name={answerName(index)} />
      ))}
    </section>
  );
}

function QuestionField({ question, name }: { question: Question; name: string }) {
  const { t } = useTranslation('common');
  const shared = {
    name,
    label: question.questionTitle,
    required: question.required,
    hint: question.questionDescription,
  };
  const options = question.answerOptions.map(({ optionId, optionTitle }) => ({ value: optionId, label: optionTitle }));
  switch (question.questionType) {
    case 'radio':
      return <RadioField {...shared} options={options} />;
    case 'select':
      return <SelectField {...shared} options={options} placeholder={t('choose')} />;
    case 'checkbox':
      return <CheckboxGroup {...shared} options={options} />;
    case 'date':
    case 'time':
      return <NativeField {...shared} type={question.questionType} />;
    case 'textarea':
      return <TextField {...shared} autoComplete="off" rows={4} maxLength={limits.survey.textMax} />;
    default:
      return <TextField {...shared} autoComplete="off" maxLength={limits.survey.textMax} />;
  }
}

type Shared = { name: string; label: string; required: boolean; hint: string | null };

function CheckboxGroup({ name, options, ...field }: Shared & { options: { value: string; label: string }[] }) {
  const ids = useFieldIds(name, field.label, !!field.hint);
  const { register, control } = useFormContext();
  const first = (get(control._defaultValues, name) ?? []) as string[];
  return (
    <FieldGroup ids={ids} {...field}>
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            {...register(name)}
            type="checkbox"
            value={value}
            defaultChecked={first.includes(value)}
            aria-invalid={ids.invalid || undefined}
            className="size-5 shrink-0 accent-accent"
          />
          {label}
        </label>
      ))}
    </FieldGroup>
  );
}

/** A native date or time; years end at 9999 (K-035). */
function NativeField({ name, type, ...field }: Shared & { type: 'date' | 'time' }) {
  const ids = useFieldIds(name, field.label, !!field.hint);
  const control = useControl(name);
  return (
    <FieldFrame ids={ids} name={name} width="date" {...field}>
      <input
        {...control}
        id={ids.control}
        type={type}
        max={type === 'date' ? '9999-12-31' : undefined}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.invalid || undefined}
        aria-required={field.required || undefined}
        className="control"
      />
    </FieldFrame>
  );
}
