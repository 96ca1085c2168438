import type { Problem } from '../problem.ts';

const overlayStyles = `
  :host { position: fixed; inset: 0; z-index: 2147483647; overflow: auto; background: rgb(20 24 21 / 0.92); }
  main { max-width: 60rem; margin: 4rem auto; padding: 0 1.5rem; color: #f4f1e8; font: 15px/1.55 ui-monospace, monospace; }
  h1 { margin: 0 0 0.5rem; font-size: 1rem; color: #ffb4a1; }
  p { margin: 0 0 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  .place { color: #ffd98a; }
  pre { margin: 0 0 1.5rem; padding: 1rem; overflow: auto; background: #10140f; border-radius: 6px; }
  .fault { color: #ffb4a1; }
  button { font: inherit; padding: 0.4rem 1rem; color: inherit; background: #2c352e; border: 1px solid #7a867d; border-radius: 6px; }
`;

let overlayElement: HTMLElement | null = null;

/**
 * Shows a problem in an overlay: message, file, line, and the lines around it. It uses a shadow tree with a
 * constructed style sheet: the styles of the page do not affect it, and the policy of the page allows it.
 */
export function showOverlay(problem: Problem): void {
  hideOverlay();
  const host = document.createElement('dev-overlay');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(overlayStyles);
  root.adoptedStyleSheets = [sheet];

  const main = document.createElement('main');
  main.setAttribute('role', 'alertdialog');
  main.setAttribute('aria-label', problem.title);
  main.append(createElement('h1', problem.title), createElement('p', problem.message));
  if (problem.file !== undefined) {
    const location = [problem.file, problem.line, problem.column].filter((part) => part !== undefined);
    main.append(createElement('p', location.join(':'), 'place'));
  }
  if (problem.excerpt) {
    const lines = document.createElement('pre');
    for (const { number, text } of problem.excerpt) {
      const isFault = number === problem.line;
      lines.append(
        createElement(
          'span',
          `${isFault ? '>' : ' '} ${String(number).padStart(4)} | ${text}\n`,
          isFault ? 'fault' : '',
        ),
      );
    }
    main.append(lines);
  }
  const close = createElement('button', 'Close (Escape)');
  close.addEventListener('click', hideOverlay);
  main.append(close);
  root.append(main);
  overlayElement = host;
  keepOverlayAttached(host);
  window.addEventListener('keydown', hideOverlayOnEscape);
}

/** Hides the overlay if there is one. */
export function hideOverlay(): void {
  overlayElement?.remove();
  overlayElement = null;
  window.removeEventListener('keydown', hideOverlayOnEscape);
}

/** Attaches the overlay again if React, which owns the whole document, replaces or removes it. */
function keepOverlayAttached(host: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (overlayElement !== host) observer.disconnect();
    else if (!host.isConnected) append(host);
  });
  append(host);
  observer.observe(document, { childList: true, subtree: true });
}

function append(host: HTMLElement): void {
  if (!document.documentElement) document.append(document.createElement('html'));
  document.documentElement.append(host);
}

function hideOverlayOnEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') hideOverlay();
}

function createElement(name: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}
