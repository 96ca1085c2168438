import { describe, expect, it } from '@jest/globals';
import { findHtmlFaults, readLinks, readWords } from './read-html.ts';

const page = (body: string) =>
  `<!DOCTYPE html><html lang="nl"><head><title>Voer</title></head><body><main><h1>Voer</h1>${body}</main></body></html>`;

describe('findHtmlFaults', () => {
  it('finds no fault in a good page', () => {
    const html = page(
      '<label>Naam <input name="a"/></label><label for="b">Maat</label><select id="b" name="b"></select>' +
        '<input type="hidden" name="c"/><input type="range" aria-label="Prijs"/><table><tr><th scope="row">x</th></tr></table>' +
        '<a href="/muesli/">Muesli</a><script type="application/json">{"a":"<b style=\\"x\\">"}</script>',
    );

    expect(findHtmlFaults(html)).toEqual([]);
  });

  it.each([
    ['<p style="color:red">x</p>', '<p> has a style attribute: color:red'],
    ['<button type="button" onclick="x()">x</button>', '<button> has an inline handler onclick'],
    ['<script>x()</script>', 'there is an inline script'],
    ['<style>p{}</style>', 'there is an inline <style>'],
    ['<img src="/a.png" width="1" height="1"/>', 'a picture has no alt: /a.png'],
    ['<img src="/a.png" alt=""/>', 'a picture has no size: /a.png'],
    ['<a href="#">x</a>', 'a link has no target'],
    ['<h1>x</h1>', 'there are 2 <h1>'],
    ['<title>x</title>', 'there are 2 titles'],
    ['<table><tr role="row"><td>x</td></tr></table>', '<tr> has a redundant role: row'],
    ['<label>x</label><input name="a"/>', '<input name="a"> has no label'],
    ['<label for="c">x</label><select name="b" id="d"></select>', '<select name="b"> has no label'],
    ['<p id="a"></p><p id="a"></p>', "the id 'a' is duplicate"],
  ])('finds the fault in %s', (body, fault) => {
    expect(findHtmlFaults(page(body))).toEqual([fault]);
  });
});

describe('readLinks', () => {
  it('decodes addresses and leaves out anchors without one', () => {
    expect(readLinks('<a class="x" href="/zoeken/?q=a&amp;p=2">x</a><a id="y">y</a>')).toEqual([
      '/zoeken/?q=a&p=2',
    ]);
  });
});

describe('readWords', () => {
  it('reads text, labels, meta contents and structured data, but no addresses and no serialised state', () => {
    const html =
      '<title>Een</title><meta name="description" content="Twee"><a href="/drie/" aria-label="Vier">Vijf</a>' +
      '<img alt="Zes" src="/zeven.png"/><script type="application/ld+json">{"name":"Acht","url":"http://negen.test/"}</script>' +
      '<script type="application/json">{"tien":1}</script><dialog><p>Elf</p></dialog>';
    const words = readWords(html, { withDialogs: false }).replace(/\W+/g, ' ').trim().split(' ');

    expect(words.sort()).toEqual(['Acht', 'Een', 'Twee', 'Vier', 'Vijf', 'Zes', 'name', 'url']);
  });
});
