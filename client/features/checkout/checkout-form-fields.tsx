import { createFormFields } from '../../forms/create-form-fields.tsx';
import { checkoutFieldLabels, describeCheckoutFieldProblem } from './checkout-messages.ts';

/** Fields of the checkout forms. */
export const {
  getFieldId,
  FieldsProvider: CheckoutFormProvider,
  useFieldsForm: useCheckoutForm,
  useTyped,
  useFieldError,
  listFieldErrors,
  TextField,
} = createFormFields({
  idPrefix: 'checkout',
  labels: checkoutFieldLabels,
  describe: describeCheckoutFieldProblem,
});
