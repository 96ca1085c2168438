import { createFormFields } from '../../forms/create-form-fields.tsx';
import { describeFieldProblem, fieldLabels } from './checkout-words.ts';

/** The fields of the checkout's forms. */
export const {
  getFieldId,
  FieldsProvider: CheckoutFormProvider,
  useFieldsForm: useCheckoutForm,
  useTyped,
  useFieldError,
  listFieldErrors,
  TextField,
} = createFormFields({ idPrefix: 'checkout', labels: fieldLabels, describe: describeFieldProblem });
