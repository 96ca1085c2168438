/**
 * Development only: reloads the page when the web process is back after a new build. The stream ends with the
 * process and the browser opens it again by itself, so a second opening means a new process.
 */
export function reloadWithTheServer(): void {
  const events = new EventSource('/dev/events');
  let isFirst = true;
  events.addEventListener('open', () => {
    if (!isFirst) window.location.reload();
    isFirst = false;
  });
}
