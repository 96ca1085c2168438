import type { FormAction } from '../../forms/form-action.ts';
import { readSiloRequest } from './read-silo-request.ts';

/** Requests a quotation of bulk feed. Reports all errors at once before anything is sent. */
export const requestSiloQuotation: FormAction = async ({ api, fields, options }) => {
  const offer = await api.fetchSiloOffer(undefined, options);
  const { words: read, productId, problems } = readSiloRequest(fields, offer);
  const { horses, kilograms, ...words } = read;
  if (problems.length > 0 || horses === null || kilograms === null) return { status: 'refused', problems };
  await api.requestSiloQuotation(
    { body: { ...words, productId, horses, kilograms, website: fields.get('website') } },
    options,
  );
  return { status: 'done' };
};
