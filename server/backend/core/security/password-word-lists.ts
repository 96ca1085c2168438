import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findWordListsFolder } from '../shipped-folders.ts';

/** Reads common passwords, in lower case. Lines that start with `#` name their sources. */
export function readCommonPasswords(): ReadonlySet<string> {
  const text = readFileSync(path.join(findWordListsFolder(), 'common-passwords.txt'), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}

/**
 * Obvious words for customers of a horse shop in its nine languages, folded as `passwords.ts` folds input.
 */
export const horseWords: readonly string[] = [
  // Horses.
  ...['paard', 'paarden', 'paardje', 'pony', 'ponys', 'veulen', 'merrie', 'hengst', 'ruin', 'shetlander'],
  ...['pferd', 'pferde', 'pferdchen', 'fohlen', 'stute', 'wallach', 'rappe', 'schimmel', 'haflinger'],
  ...['hest', 'heste', 'hesten', 'foel', 'føl', 'hoppe', 'hingst', 'vallak', 'islænder'],
  ...['horse', 'horses', 'ponies', 'foal', 'mare', 'stallion', 'gelding', 'mustang', 'arabian'],
  ...['cavallo', 'cavalli', 'puledro', 'cavalla', 'giumenta', 'stallone', 'castrone'],
  ...['cavalo', 'cavalos', 'potro', 'potra', 'egua', 'garanhao', 'lusitano'],
  ...['caballo', 'caballos', 'poni', 'yegua', 'semental', 'andaluz'],
  ...['hast', 'hastar', 'hasten', 'ponny', 'sto', 'islandshast'],
  ...['hobune', 'hobused', 'hobu', 'vars', 'mara', 'takk', 'ruun', 'friese', 'fries', 'friesian', 'tinker'],
  // Feed.
  ...['haver', 'hooi', 'stro', 'muesli', 'brokken', 'wortel', 'paardenvoer', 'voer', 'luzerne'],
  ...['hafer', 'heu', 'stroh', 'muesli', 'mohre', 'karotte', 'pferdefutter', 'futter'],
  ...['havre', 'ho', 'halm', 'gulerod', 'hestefoder', 'foder', 'lucerne'],
  ...['oats', 'hay', 'straw', 'carrot', 'carrots', 'mash', 'horsefeed', 'feed', 'haylage'],
  ...['avena', 'fieno', 'paglia', 'carota', 'mangime', 'biada'],
  ...['aveia', 'feno', 'palha', 'cenoura', 'racao', 'heno', 'paja', 'zanahoria', 'pienso'],
  ...[
    'havre',
    'halm',
    'morot',
    'hastfoder',
    'kaer',
    'kaerad',
    'hein',
    'olg',
    'porgand',
    'sööt',
    'hobusesoot',
  ],
  // Activities and places.
  ...['paardrijden', 'ruiter', 'amazone', 'stal', 'manege', 'dressuur', 'springen', 'galop', 'zadel'],
  ...['reiten', 'reiter', 'reiterin', 'stall', 'reitstall', 'reithalle', 'dressur', 'galopp', 'sattel'],
  ...['ridning', 'rytter', 'stald', 'sadel', 'riding', 'rider', 'stable', 'dressage', 'gallop', 'saddle'],
  ...['equitazione', 'cavaliere', 'stalla', 'scuderia', 'galoppo', 'sella', 'equitacao', 'cavaleiro'],
  ...['cavalarica', 'galope', 'sela', 'equitacion', 'jinete', 'cuadra', 'establo', 'silla'],
  ...['ridsport', 'ryttare', 'galopp', 'ratsutamine', 'ratsanik', 'tall', 'sadul', 'galopp', 'equestrian'],
];
