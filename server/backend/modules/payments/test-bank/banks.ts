/** Banks that do not exist, for the methods where a customer chooses theirs. */
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

export const listBanks = (methodKey: string): readonly { readonly issuer: string; readonly name: string }[] =>
  banks[methodKey] ?? [];
