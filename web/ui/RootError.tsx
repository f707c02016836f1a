import { useFormState } from 'react-hook-form';
import { Notice } from './Notice';

/** A mistake that belongs to no field of the form around it. */
export function RootError() {
  const { errors } = useFormState();
  const message = errors.root?.message;
  if (!message) return null;
  return (
    <Notice key={message} tone="error" alert>
      {message}
    </Notice>
  );
}
