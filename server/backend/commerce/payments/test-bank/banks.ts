/** Fictitious banks for the methods in which a customer chooses a bank. */
const banks: Readonly<Record<string, readonly { readonly issuer: string; readonly name: string }[]>> = {
  eps: [
    { issuer: 'alpengold', name: 'Alpengold Bank' },
    { issuer: 'donauhof', name: 'Bankhaus Donauhof' },
    { issuer: 'heuberg', name: 'Sparkassa Heuberg' },
  ],
  'bank-link-ee': [
    { issuer: 'kadakas', name: 'Kadaka Pank' },
    { issuer: 'rukkilill', name: 'Rukkilille Pank' },
    { issuer: 'saarepank', name: 'Saarepank' },
  ],
};

export const listFictitiousBanks = (
  methodKey: string,
): readonly { readonly issuer: string; readonly name: string }[] => banks[methodKey] ?? [];
