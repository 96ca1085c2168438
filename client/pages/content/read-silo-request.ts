import type { SiloOffer } from '../../../shared/contract/silo-quotations.ts';
import { cleanSiloInput, listSiloProblems, parseWholeNumber } from '../../../shared/rules/silo-quotation.ts';
import type { FormFields } from '../../forms/form-action.ts';

/** Reads and validates the bulk feed request of a form. A product outside the offer counts as missing. */
export function readSiloRequest(fields: FormFields, offer: SiloOffer) {
  const typedId = parseWholeNumber(fields.get('productId'));
  const productId = offer.products.find((product) => product.productId === typedId)?.productId ?? null;
  const words = cleanSiloInput(
    {
      horses: parseWholeNumber(fields.get('horses')),
      kilograms: parseWholeNumber(fields.get('kilograms')),
      name: fields.get('name'),
      emailAddress: fields.get('emailAddress'),
      phoneNumber: fields.get('phoneNumber'),
      zipcode: fields.get('zipcode'),
      city: fields.get('city'),
      message: fields.get('message'),
    },
    offer,
  );
  const problems = [
    ...(productId === null && offer.products.length > 0 ? [{ field: 'productId', code: 'required' }] : []),
    ...listSiloProblems(words, offer),
  ];
  return { words, productId, problems };
}
