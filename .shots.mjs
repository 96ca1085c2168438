import { chromium } from 'playwright-core';
import sparticuz from '@sparticuz/chromium';
const exe = process.env.BROWSER_PATH ?? await (sparticuz.default ?? sparticuz).executablePath();
const b = await chromium.launch({ executablePath: exe, args: ['--no-sandbox','--host-resolver-rules=MAP *.localhost 127.0.0.1','--disable-gpu'] });
const O='http://en.havero-nl.localhost:3110';
const list = JSON.parse(process.argv[2]);
for (const [name, path, width, opts={}] of list) {
  const c = await b.newContext({ viewport: { width, height: 900 }, javaScriptEnabled: !opts.nojs });
  const p = await c.newPage();
  p.on('console', m => { if (m.type()==='error') console.log(name, 'console', m.text()); });
  p.on('requestfailed', r => console.log(name,'failed', r.url(), r.failure()?.errorText));
  await p.goto((opts.origin??O)+path, { waitUntil: 'load' });
  if (opts.type) { await p.waitForTimeout(1500); await p.fill('input[name=q] >> nth=-1', opts.type); await p.waitForTimeout(300); }
  if (opts.play) {
    await p.waitForTimeout(1500);
    const before = await p.evaluate(() => performance.getEntriesByType('resource').map(r=>r.name).filter(n=>/webm|mp4|vtt/.test(n)));
    console.log('before click', before);
    await p.evaluate(() => document.querySelector('video').play().catch(e => String(e)));
    await p.waitForTimeout(2500);
    console.log(await p.evaluate(() => { const v=document.querySelector('video'); return [v.currentTime, v.duration, v.error?.message, v.textTracks[0]?.mode, v.textTracks[0]?.cues?.length, v.currentSrc, document.querySelector('figure [role=status]').textContent]; }));
  }
  await p.screenshot({ path: `/tmp/cw/shots/${name}.png`, fullPage: !opts.fold });
  const over = await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (over>0) console.log(name,'overflow',over);
  await c.close();
}
await b.close();
