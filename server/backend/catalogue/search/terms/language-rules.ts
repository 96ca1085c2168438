import { stemmer as stemDanish } from '@orama/stemmers/danish';
import { stemmer as stemDutch } from '@orama/stemmers/dutch';
import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemItalian } from '@orama/stemmers/italian';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import { stemmer as stemSpanish } from '@orama/stemmers/spanish';
import { stemmer as stemSwedish } from '@orama/stemmers/swedish';
import { stemEstonian } from './stem-estonian.ts';

/** Search rules of a language. They do not depend on the catalogue. */
export interface LanguageRules {
  readonly stem: (word: string) => string;
  /** Words without meaning for a search: they are ignored, and never suggested as corrections. */
  readonly stopWords: ReadonlySet<string>;
  /** Words that negate what follows; stop words may be in between ('free of', 'vrij van'). */
  readonly negations: ReadonlySet<string>;
  /** Endings of a compound, or words after the term, that negate it: 'haverVRIJ', 'oat FREE'. */
  readonly negatingEndings: readonly string[];
  /** Conjunctions: a negation of the first item applies to the second as well. */
  readonly conjunctions: ReadonlySet<string>;
  /** Letters that may join the parts of a compound. */
  readonly joints: readonly string[];
  /**
   * Whether the language has the letter 'å', for which people type 'aa' if their keyboard lacks it. In other
   * languages 'aa' is a typing error or intended.
   */
  readonly hasRingLetter?: boolean;
}

const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

const endsWith = (stem: string, endings: Readonly<Record<string, string>>): string => {
  for (const [ending, replacement] of Object.entries(endings)) {
    if (stem.endsWith(ending) && stem.length - ending.length >= 3)
      return stem.slice(0, -ending.length) + replacement;
  }
  return stem;
};

// The Snowball stemmers do not unify some forms that customers use interchangeably: 'hoef' and 'hoeven',
// 'Muskel' and 'Muskeln'.
const stemDutchWord = (word: string): string => {
  const stem = stemDutch(endsWith(word, { jes: '', je: '', ies: 'ie', iën: 'ie' }));
  return endsWith(stem, { v: 'f', z: 's' });
};
const stemGermanWord = (word: string): string =>
  endsWith(stemGerman(word), { eln: 'el', ern: 'er', i: '', e: '' });

const rules: Readonly<Record<string, LanguageRules>> = {
  nl: {
    stem: stemDutchWord,
    stopWords:
      toWordSet(`de het een en of in op aan van voor met bij naar uit over onder door om te tot tegen als dan dat die dit deze er is zijn
      was wordt worden heeft hebben had kan kunnen moet mag wil wat welk welke wie hoe waar waarom wanneer ik je jij u hij zij ze wij we mijn
      jouw uw zijn haar ons onze hun mij me hem niet ook nog wel al maar want dus erg heel zeer meer meest veel weinig iets iemand goed goede
      beste beter best geschikt geschikte nodig laten laat hulp help helpt helpen geven geef gebruik gebruiken kopen bestellen zoek zoeken last krijgt
      krijgen snel graag zo te ter`),
    negations: toWordSet('zonder geen vrij'),
    negatingEndings: ['vrij', 'vrije', 'loos', 'loze'],
    conjunctions: toWordSet('en of noch'),
    joints: ['', 's', 'en', 'n', 'e'],
  },
  de: {
    stem: stemGermanWord,
    stopWords:
      toWordSet(`der die das den dem des ein eine einen einem einer eines und oder in im an am auf aus bei beim mit nach von vom vor zu
      zum zur für fuer gegen um über unter durch als wie wenn dass ist sind war wird werden hat haben kann können muss soll darf was welches
      welche welcher welchen wer wo warum wann ich du er sie es wir ihr mein meine meinen meinem meiner dein sein ihre unser nicht auch noch
      aber denn sehr mehr viel viele wenig etwas gut gute gutes guter besten beste bestes besser geeignet geeignetes hilfe hilft helfen
      geben gebe lassen lasse lässt kaufen bestellen suche suchen brauche braucht nötig schnell bitte man sich leidet`),
    negations: toWordSet('ohne kein keine keinen keinem frei'),
    negatingEndings: ['freies', 'freien', 'freier', 'freie', 'frei', 'los', 'lose', 'loses'],
    conjunctions: toWordSet('und oder noch'),
    joints: ['', 's', 'es', 'en', 'n', 'er', 'e'],
  },
  da: {
    stem: stemDanish,
    stopWords:
      toWordSet(`den det de en et og eller i på af til for med ved om under over mod efter fra som når at er var bliver blive har have kan
      skal må vil hvad hvilket hvilken hvilke hvem hvordan hvor hvorfor jeg du han hun vi i min mit mine din sin vores deres ikke også men
      meget mere mest noget nogen god godt gode bedste bedre egnet brug bruge hjælp hjælper give giver købe bestille søger søge får få alt der`),
    negations: toWordSet('uden ingen intet fri'),
    negatingEndings: ['frit', 'frie', 'fri', 'løs'],
    conjunctions: toWordSet('og eller'),
    joints: ['', 's', 'e', 'er'],
    hasRingLetter: true,
  },
  en: {
    stem: stemEnglish,
    stopWords:
      toWordSet(`the a an and or in on at of for with by to from into about under over against as than that this these those there is are was
      were be been being has have had having do does did can could should must may might will would shall what which who whom how where why when i you
      he she it we they my your his her its our their me him us them not also but so very more most much many some any something someone get gets
      got good best better right suitable need needs needed want wants help helps give giving use using buy order find looking recommend please s t`),
    negations: toWordSet('without no zero minus free'),
    negatingEndings: ['free'],
    conjunctions: toWordSet('and or nor'),
    joints: ['', 's'],
  },
  it: {
    stem: stemItalian,
    stopWords:
      toWordSet(`il lo la i gli le l un uno una e ed o od di del dello della dei degli delle d da dal dalla dai dalle a al allo alla ai agli alle in
      nel nella nei nelle con col su sul sulla per tra fra contro come che chi cui cosa quale quali dove perché quando è sono era ha hanno avere essere
      può deve io tu lui lei noi voi loro mio mia miei mie tuo suo sua nostro non anche ma molto molta più meno poco poca qualcosa buono buona buon migliore
      migliori meglio adatto adatta serve aiuto aiuta dare uso usare comprare ordinare cerco cercare troppo si se mi ti ci`),
    negations: toWordSet('senza privo priva privi'),
    negatingEndings: [],
    conjunctions: toWordSet('e ed o né'),
    joints: [''],
  },
  pt: {
    stem: stemPortuguese,
    stopWords:
      toWordSet(`o a os as um uma uns umas e ou de do da dos das em no na nos nas num numa por pelo pela para pra com contra sobre entre até como que quem
      qual quais onde porque quando é são era foi está estão tem têm ter ser pode deve eu tu ele ela nós vós eles elas meu minha meus minhas teu seu sua
      nosso não também mas muito muita mais menos pouco pouca algo bom boa bons melhor melhores adequado ajuda ajudar dar uso usar comprar
      encomendar procuro procurar preciso ao aos à às se me lhe`),
    negations: toWordSet('sem livre isento isenta'),
    negatingEndings: [],
    conjunctions: toWordSet('e ou nem'),
    joints: [''],
  },
  es: {
    stem: stemSpanish,
    stopWords:
      toWordSet(`el la los las un una unos unas lo y e o u de del en por para con contra sobre entre hasta desde como que quien cual cuál cuales donde dónde
      porque cuando cuándo qué cómo es son era está están tiene tienen tener ser puede debe yo tú él ella nosotros vosotros ellos mi mis tu tus su sus nuestro no
      también pero muy más menos mucho mucha poco poca algo bueno buena buen mejor mejores adecuado ayuda ayudar dar doy uso usar comprar pedir busco
      buscar necesito a al se me te le les`),
    negations: toWordSet('sin libre exento exenta'),
    negatingEndings: [],
    conjunctions: toWordSet('y e o u ni'),
    joints: [''],
  },
  sv: {
    stem: stemSwedish,
    stopWords:
      toWordSet(`den det de en ett och eller i på av till för med vid om under över mot efter från som när att är var blir bli har ha kan ska skall måste
      vill vad vilket vilken vilka vem hur var varför jag du han hon vi ni min mitt mina din sin vår deras inte också men mycket mer mest något någon
      god gott goda bra bäst bästa bättre lämplig använda hjälp hjälper ge ger köpa beställa söker söka får få alltför som`),
    negations: toWordSet('utan ingen inget inga fri fritt'),
    negatingEndings: ['fritt', 'fria', 'fri', 'lös'],
    conjunctions: toWordSet('och eller'),
    joints: ['', 's', 'e', 'o', 'a'],
    hasRingLetter: true,
  },
  et: {
    stem: stemEstonian,
    stopWords:
      toWordSet(`ja või ning ega ka et kui siis see selle seda need nende mis mida millest mille kes keda kus kuidas miks millal milline millist ma mina sa sina ta
      tema me meie te teie nad nende minu mu sinu su oma on oli olla ole ei mitte aga väga rohkem kõige palju vähe midagi keegi hea head parim paremat parem
      sobiv sobib vaja vajab aitab aita abi anda annan kasutada osta tellida otsin otsima jaoks vastu peale pärast enne juures kohta liiga`),
    negations: toWordSet('ilma vaba'),
    negatingEndings: ['vabad', 'vaba'],
    conjunctions: toWordSet('ja või ega ning'),
    joints: ['', 'e', 'i', 'a', 'u', 'se'],
  },
};

const noRules: LanguageRules = {
  stem: (word) => word,
  stopWords: new Set(),
  negations: new Set(),
  negatingEndings: [],
  conjunctions: new Set(),
  joints: [''],
};

/**
 * Returns the rules of a language by its code; for an unknown language, rules that leave every word
 * unchanged.
 */
export const getLanguageRules = (code: string): LanguageRules => rules[code] ?? noRules;
