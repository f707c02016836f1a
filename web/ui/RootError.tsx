import { useFormState } from 'react-hook-form';
import { Alert } from './Alert';

/** A mistake that belongs to no field of the form around it. */
export function RootError() {
  const { errors } = useFormState();
  return <Alert>{errors.root?.message}</Alert>;
}
