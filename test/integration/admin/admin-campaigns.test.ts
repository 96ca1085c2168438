import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { adminLog } from '../../../server/backend/core/admin/tables.ts';
import { newsletterSubscriber } from '../../../server/backend/schema/schema.ts';
import { campaignCommand } from '../../../server/backend/service-desk/mail-campaigns/campaign-command.ts';
import { prepareAdminShop } from '../../fixtures/admin-shop.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { openSmallShopDatabase } from '../../fixtures/shop-folder.ts';

const shop = prepareAdminShop({ openShop: openSmallShopDatabase });

const campaign = {
  name: 'Spring',
  kind: 'newsletter',
  siteIds: ['1'],
  languageId: '1',
  subject: 'The new muesli',
  markdown: '## Hay\n\nGood **day**.',
};

const createCampaign = async (changes: Partial<Record<string, string | string[]>> = {}) => {
  const page = await shop.anna.submit('/admin/campaigns', 'campaign.create', {
    ...campaign,
    ...changes,
  } as never);
  const id = page.document.querySelector<HTMLInputElement>('input[name=campaignId]')?.value ?? '';
  return { page, id };
};

describe('a campaign', () => {
  it('is created, translated, tested and sent on its pages, with each step in the log', async () => {
    const { page, id } = await createCampaign();
    expect([page.status, page.document.querySelector('h1')?.textContent]).toEqual([200, 'Spring']);
    const path = `/admin/campaigns/${id}`;
    const written = await shop.anna.submit(
      path,
      'campaign.write',
      { subject: 'Hello', markdown: 'English.' },
      {
        pick: (form) => form.querySelector<HTMLInputElement>('input[name=languageId]')?.value !== '1',
      },
    );
    expect([...written.document.querySelectorAll('textarea')].map(({ value }) => value)).toContain(
      'English.',
    );
    expect((await shop.anna.submit(path, 'campaign.test', { emailAddress: 'anna@example.com' })).status).toBe(
      200,
    );
    const sent = await shop.anna.submit(path, 'campaign.send', { _consent: 'true' });
    expect(sent.status).toBe(200);
    expect(sent.document.querySelector('form[action="/admin/do/campaign.pause"]')).not.toBeNull();
    const rows = await shop.backend.database.select().from(adminLog).where(eq(adminLog.resourceId, id));
    expect(rows.map(({ operation }) => operation)).toEqual([
      'campaign.create',
      'campaign.write',
      'campaign.test',
      'campaign.send',
    ]);
    expect(JSON.stringify(rows)).not.toContain('anna@example.com');
    expect(rows.at(-1)).toMatchObject({ before: { status: 'draft' }, after: { status: 'sending' } });
  });

  it('is paused, resumed and cancelled; a sent campaign cannot be changed', async () => {
    const { id } = await createCampaign();
    const path = `/admin/campaigns/${id}`;
    await shop.anna.submit(path, 'campaign.send', { _consent: 'true' });
    expect((await shop.anna.submit(path, 'campaign.pause')).document.querySelector('dd')?.textContent).toBe(
      'Paused',
    );
    expect((await shop.anna.submit(path, 'campaign.resume')).document.querySelector('dd')?.textContent).toBe(
      'Sending',
    );
    expect(
      (await shop.anna.submit(path, 'campaign.cancel', { _consent: 'true' })).document.querySelector('dd')
        ?.textContent,
    ).toBe('Cancelled');
    const page = await shop.anna.get(path);
    expect(page.document.querySelector('form[action="/admin/do/campaign.write"]')).toBeNull();
    // No action is left, so the page has no empty section with a heading only.
    const sections = [...page.document.querySelectorAll('main section')];
    expect(sections.filter(({ children }) => children.length < 2)).toEqual([]);
  });

  it('is not sent without a confirmation, and does not overwrite concurrent changes', async () => {
    const { id } = await createCampaign();
    const path = `/admin/campaigns/${id}`;
    const refused = await shop.anna.submit(path, 'campaign.send');
    expect([refused.status, refused.document.querySelector('h1')?.textContent]).toEqual([422, 'Spring']);
    const stale = await shop.anna.get(path);
    const changedAt = stale.document.querySelector<HTMLInputElement>('input[name=changedAt]')?.value ?? '';
    shop.backend.setNow(new Date(shop.backend.clock() + 1000));
    await shop.anna.submit(path, 'campaign.save', { name: 'Summer' });
    const late = await shop.anna.submit(path, 'campaign.save', { name: 'Autumn', changedAt });
    expect(late.status).toBe(409);
    const form = late.document.querySelector('form[action="/admin/do/campaign.save"]');
    expect(form?.querySelector('[role=alert]')?.textContent).toContain('changed this in the meantime');
    expect(form?.querySelector<HTMLInputElement>('[name=name]')?.value).toBe('Autumn');
    expect((await shop.anna.get(path)).document.querySelector('h1')?.textContent).toBe('Summer');
  });

  it.each([
    [{ siteIds: ['999'] }, 409],
    [{ siteIds: [] }, 422],
    [{ name: ' ' }, 422],
    [{ subject: '' }, 422],
    [{ languageId: '77' }, 409],
    [{ kind: 'spam' }, 422],
    [{ markdown: '[x](javascript:alert(1))' }, 409],
    [{ markdown: 'a\u0000b' }, 422],
  ] as const)('with %j is refused, and the form retains the input', async (changes, status) => {
    const { page } = await createCampaign(changes as never);
    expect(page.status).toBe(status);
    const name = page.document.querySelector<HTMLInputElement>('input[name=name]')?.value;
    expect(name).toBe('name' in changes ? changes.name : 'Spring');
  });

  it('retains the empty lines at the start of a refused text', async () => {
    const markdown = '\n\nHay [x](javascript:alert(1))';
    const { page } = await createCampaign({ markdown });
    expect(page.status).toBe(409);
    expect(page.document.querySelector<HTMLTextAreaElement>('[name=markdown]')?.value).toBe(markdown);
  });

  it('shows hostile text as text', async () => {
    const { page } = await createCampaign({
      name: '<img src=x onerror=alert(1)>',
      subject: '"><script>x</script>',
    });
    expect(page.status).toBe(200);
    expect(page.document.querySelector('main img, main script')).toBeNull();
    expect((await shop.anna.get('/admin/campaigns')).document.querySelector('main img')).toBeNull();
    expect((await shop.anna.get('/admin/campaigns/0')).status).toBe(404);
    expect((await shop.anna.get('/admin/subscribers')).status).toBe(200);
  });
});

describe('the file of subscribers', () => {
  it('has no cell that a spreadsheet would treat as a formula, whatever address a subscriber has', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'havero-subscribers-'));
    const addresses = [
      "=cmd|'/ccalc'!a0@stal.example",
      '+1@stal.example',
      '-1+1@stal.example',
      'ina@stal.example',
    ];
    await shop.backend.database.insert(newsletterSubscriber).values(
      addresses.map((emailAddress, index) => ({
        siteId: 1,
        languageId: 1,
        emailAddress,
        newsletter: true,
        offers: false,
        unsubscribeKey: `key-${index}`,
        createdAt: FIXTURE_NOW,
      })),
    );
    const done = await runCommand(campaignCommand, ['subscribers', '--export', 'all.csv'], {
      database: shop.backend.database,
      workingDirectory: folder,
    });
    const cells = (await readFile(path.join(folder, 'all.csv'), 'utf8')).trim().split(/[\n,]/);
    await rm(folder, { recursive: true });
    expect([done?.exit, cells.filter((cell) => /^[=+@-]/.test(cell))]).toEqual([0, []]);
    expect(cells).toEqual(expect.arrayContaining(["'+1@stal.example", 'ina@stal.example']));
  });
});
