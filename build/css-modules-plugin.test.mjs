import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compileCssModule, createClassPrefix } from './css-modules-plugin.mjs';

const root = path.resolve('/shop');
const compileStyle = (code, options = {}) => {
  const { code: css, names } = compileCssModule({
    file: path.join(root, 'client/ui/Card.module.css'),
    code: Buffer.from(code),
    root,
    ...options,
  });
  return { css: css.toString(), names };
};

describe('compileCssModule', () => {
  it('names classes by a prefix of their file and a number, in the CSS and in the exported names', () => {
    const { css, names } = compileStyle('.card { color: red } .card:hover .title { color: blue }');
    const mark = createClassPrefix('client/ui/Card.module.css');
    expect(mark).toMatch(/^[A-Za-z]{3}$/);
    expect(names).toEqual({ card: `${mark}0`, title: `${mark}1` });
    expect(css.match(/\.[\w-]+/g)).toEqual([`.${mark}0`, `.${mark}0`, `.${mark}1`]);
  });

  it('generates the same names each time, and different names for another file', () => {
    const code = '.card { color: red }';
    expect(compileStyle(code)).toEqual(compileStyle(code));
    const other = compileStyle(code, { file: path.join(root, 'client/ui/Other.module.css') });
    expect(other.names.card).not.toBe(compileStyle(code).names.card);
  });

  it('includes composed classes in a name and renames keyframes consistently', () => {
    const { css, names } = compileStyle(
      '@keyframes turn { to { rotate: 1turn } } .base { animation: turn 1s } .card { composes: base; color: red }',
    );
    expect(names.card.split(' ')).toEqual([expect.any(String), names.base]);
    expect(css).toContain(`@keyframes ${names.turn}`);
    expect(css).toContain(`animation: 1s ${names.turn}`);
  });

  it('does not rename text that only begins like a class', () => {
    const { css } = compileStyle('.card { background: url("card.svg") } :global(.card-wide) { color: red }');
    expect(css).toContain('card.svg');
    expect(css).toContain('.card-wide');
  });

  it('generates no prefix with vowels, which content blockers might hide', () => {
    for (let file = 0; file < 500; file += 1)
      expect(createClassPrefix(`client/${file}.module.css`)).not.toMatch(/[aeiouy]/i);
  });

  it('throws if a class is composed of a class of another file, whose names are unknown here', () => {
    expect(() => compileStyle(".card { composes: base from './Base.module.css' }")).toThrow(
      /Base\.module\.css/,
    );
    expect(compileStyle('.card { composes: wide from global }').names.card).toMatch(/ wide$/);
  });

  it.each(['.\\é { color: red }', '.a\\:b { color: red }'])(
    'throws for a class name with other characters: %s',
    (code) => {
      expect(() => compileStyle(code)).toThrow(/Card\.module\.css has a class/);
    },
  );

  it('throws if two files have the same prefix', () => {
    const marks = new Map([[createClassPrefix('client/ui/Card.module.css'), 'client/ui/Else.module.css']]);
    expect(() => compileStyle('.card { color: red }', { marks })).toThrow(
      /Card\.module\.css and .*Else\.module\.css/,
    );
  });

  it('includes the file name in development', () => {
    expect(compileStyle('.card { color: red }', { withFileName: true }).names.card).toMatch(/^Card.*_card_/);
  });
});
