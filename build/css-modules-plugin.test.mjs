import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compileCssModule, markFile } from './css-modules-plugin.mjs';

const root = path.resolve('/shop');
const compile = (code, options = {}) => {
  const { code: css, names } = compileCssModule({
    file: path.join(root, 'client/ui/Card.module.css'),
    code: Buffer.from(code),
    root,
    ...options,
  });
  return { css: css.toString(), names };
};

describe('class names of a build', () => {
  it('are a mark of their file and a number, in the styles and in what components are told', () => {
    const { css, names } = compile('.card { color: red } .card:hover .title { color: blue }');
    const mark = markFile('client/ui/Card.module.css');
    expect(mark).toMatch(/^[A-Za-z]{3}$/);
    expect(names).toEqual({ card: `${mark}0`, title: `${mark}1` });
    expect(css.match(/\.[\w-]+/g)).toEqual([`.${mark}0`, `.${mark}0`, `.${mark}1`]);
  });

  it('are the same each time, and others in another file', () => {
    const code = '.card { color: red }';
    expect(compile(code)).toEqual(compile(code));
    const other = compile(code, { file: path.join(root, 'client/ui/Other.module.css') });
    expect(other.names.card).not.toBe(compile(code).names.card);
  });

  it('go along with what they are composed of, and with movements', () => {
    const { css, names } = compile(
      '@keyframes turn { to { rotate: 1turn } } .base { animation: turn 1s } .card { composes: base; color: red }',
    );
    expect(names.card.split(' ')).toEqual([expect.any(String), names.base]);
    expect(css).toContain(`@keyframes ${names.turn}`);
    expect(css).toContain(`animation: 1s ${names.turn}`);
  });

  it('leave words alone that only begin like one', () => {
    const { css } = compile('.card { background: url("card.svg") } :global(.card-wide) { color: red }');
    expect(css).toContain('card.svg');
    expect(css).toContain('.card-wide');
  });

  it('spell nothing that content blockers hide', () => {
    for (let file = 0; file < 500; file += 1)
      expect(markFile(`client/${file}.module.css`)).not.toMatch(/[aeiouy]/i);
  });

  it('are refused where they are composed of those of another file, whose names are not known here', () => {
    expect(() => compile(".card { composes: base from './Base.module.css' }")).toThrow(/Base\.module\.css/);
    expect(compile('.card { composes: wide from global }').names.card).toMatch(/ wide$/);
  });

  it.each(['.\\é { color: red }', '.a\\:b { color: red }'])('are refused in other letters: %s', (code) => {
    expect(() => compile(code)).toThrow(/Card\.module\.css has a class/);
  });

  it('are refused where two files have one mark', () => {
    const marks = new Map([[markFile('client/ui/Card.module.css'), 'client/ui/Else.module.css']]);
    expect(() => compile('.card { color: red }', { marks })).toThrow(
      /Card\.module\.css and .*Else\.module\.css/,
    );
  });

  it('say where they are from while a person works on them', () => {
    expect(compile('.card { color: red }', { withFileName: true }).names.card).toMatch(/^Card.*_card_/);
  });
});
