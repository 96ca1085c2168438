import { cleanSiloWords, listSiloProblems, parseWholeNumber } from '../../shared/rules/silo-quotation.ts';
import type { FormAction } from './form-action.ts';

/** Asks for feed in bulk; everything that is wrong is told at once, before anything is sent. */
export const requestSiloQuotation: FormAction = async (api, fields, options) => {
  const offer = await api.fetchSiloOffer(undefined, options);
  const typedId = parseWholeNumber(fields.get('productId'));
  const productId = offer.products.find((product) => product.productId === typedId)?.productId ?? null;
  const { horses, kilograms, ...words } = cleanSiloWords({
    horses: parseWholeNumber(fields.get('horses')),
    kilograms: parseWholeNumber(fields.get('kilograms')),
    name: fields.get('name'),
    emailAddress: fields.get('emailAddress'),
    phoneNumber: fields.get('phoneNumber'),
    zipcode: fields.get('zipcode'),
    city: fields.get('city'),
    message: fields.get('message'),
  });
  const problems = [
    ...(productId === null && offer.products.length > 0 ? [{ field: 'productId', code: 'required' }] : []),
    ...listSiloProblems({ ...words, horses, kilograms }, offer),
  ];
  if (problems.length > 0 || horses === null || kilograms === null) return { status: 'refused', problems };
  await api.requestSiloQuotation(
    { body: { ...words, productId, horses, kilograms, website: fields.get('website') } },
    options,
  );
  return { status: 'done' };
};
