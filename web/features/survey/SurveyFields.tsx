import { useController } from 'react-hook-form';
import type { SurveyFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { FieldFrame, FieldGroup, useFieldIds } from '@/ui/Field';
import { RadioField } from '@/ui/RadioField';
import { type Option, SelectField } from '@/ui/SelectField';
import { TextField } from '@/ui/TextField';
import { useControl } from '@/ui/useControl';
import { answerKey } from './answers';

type Question = SurveyFragment['questions'][number];

/** A survey's questions, one field each; the form keeps what is given under `answers`. */
export function SurveyFields({ survey }: { survey: SurveyFragment }) {
  return (
    <section className="flex flex-col gap-6" aria-label={survey.surveyName}>
      <div>
        <h2 className="text-xl">{survey.surveyName}</h2>
        {survey.surveyDescription && <p className="text-ink-2">{survey.surveyDescription}</p>}
      </div>
      {survey.questions.map((question, index) => (
        <QuestionField key={question.questionId} question={question} name={`answers.${answerKey(index)}`} />
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
      return <RadioField options={options} column {...shared} />;
    case 'select':
      return <SelectField options={options} placeholder={t('choose')} {...shared} />;
    case 'checkbox':
      return <CheckboxGroup options={options} {...shared} />;
    case 'date':
    case 'time':
      return <NativeField type={question.questionType} {...shared} />;
    case 'textarea':
      return <TextField autoComplete="off" rows={4} maxLength={limits.survey.textMax} {...shared} />;
    default:
      return <TextField autoComplete="off" maxLength={limits.survey.textMax} {...shared} />;
  }
}

type Shared = { name: string; label: string; required: boolean; hint: string | null };

/** Boxes whose value is the list of what is ticked, however many there are. */
function CheckboxGroup({ name, options, ...field }: Shared & { options: readonly Option[] }) {
  const ids = useFieldIds(name, field.label, !!field.hint);
  const { field: answer } = useController<Record<string, string[]>>({ name });
  const tick = (value: string, ticked: boolean) =>
    answer.onChange(
      options.map((option) => option.value).filter((one) => (one === value ? ticked : answer.value.includes(one))),
    );
  return (
    <FieldGroup ids={ids} {...field}>
      {options.map(({ value, label }, index) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            ref={index === 0 ? answer.ref : undefined}
            type="checkbox"
            name={name}
            value={value}
            checked={answer.value.includes(value)}
            onChange={(event) => tick(value, event.target.checked)}
            onBlur={answer.onBlur}
            aria-invalid={ids.invalid || undefined}
            className="tick"
          />
          <span className="min-w-0">{label}</span>
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
        id={ids.control}
        type={type}
        max={type === 'date' ? '9999-12-31' : undefined}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.invalid || undefined}
        aria-required={field.required || undefined}
        className="control"
        {...control}
      />
    </FieldFrame>
  );
}
