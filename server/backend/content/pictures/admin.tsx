import { createHash } from 'node:crypto';
import { isBulkheadRejectedError } from 'cockatiel';
import Type from 'typebox';
import { LOCALES, type Locale } from '../../../../shared/i18n/locales.ts';
import { SLUG_PATTERN } from '../../../../shared/rules/slug-pattern.ts';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Line } from '../../core/admin/fields.ts';
import { formatMoment } from '../../core/admin/formats.ts';
import { AdminRefusal, createLongOperation, createOperation } from '../../core/admin/operation.ts';
import { createList } from '../../core/admin/paged-list.tsx';
import { enqueuePurge } from '../../core/cache-purges.ts';
import type { Database } from '../../core/database/database.ts';
import { PictureRefusedError } from '../../core/security/clean-picture.ts';
import {
  deleteTextPicture,
  findTextPictures,
  insertTextPicture,
  listTextPictures,
  lockTextPicture,
  setPictureAlts,
  type TextPicture,
} from './queries.ts';
import { MAX_TEXT_PICTURE_BYTES, makeTextPicture, type PictureService } from './service.ts';
import type { PictureAlts } from './tables.ts';

const PictureKey = Type.String({ pattern: SLUG_PATTERN, minLength: 1, maxLength: 60 });

/** One field per language, such as `alt_nl`: the alternative text of the picture. */
const altTextFields = Object.fromEntries(LOCALES.map((locale) => [`alt_${locale}`, Line(200)]));

const readAltTexts = (input: Readonly<Record<string, unknown>>): PictureAlts =>
  Object.fromEntries(LOCALES.map((locale) => [locale, String(input[`alt_${locale}`])])) as Record<
    Locale,
    string
  >;

async function makeUploadedPicture(bytes: Buffer) {
  try {
    return await makeTextPicture(bytes);
  } catch (error) {
    if (isBulkheadRejectedError(error)) throw new AdminRefusal('picture_busy');
    if (error instanceof PictureRefusedError) throw new AdminRefusal(`picture_${error.code}`, {}, 'picture');
    throw error;
  }
}

/** The texts that may show a picture. */
export interface PictureTexts {
  /** Lists the pages on any site whose text shows a picture, in any language. */
  listPagesWithPicture(
    handle: Database,
    key: string,
  ): Promise<readonly { readonly contentPageId: number; readonly key: string }[]>;
  /** Returns a draft or a plan that contains a text; undefined if there is none. */
  findOpenVersionContaining(
    handle: Database,
    text: string,
  ): Promise<{ readonly textVersionId: number } | undefined>;
}

/** Purges the pages that show a picture from the web caches. */
async function purgePagesWithPicture(
  { listPagesWithPicture }: PictureTexts,
  transaction: Database,
  key: string,
  now: Date,
): Promise<void> {
  const pages = await listPagesWithPicture(transaction, key);
  await enqueuePurge(
    transaction,
    pages.map(({ contentPageId }) => `content-${contentPageId}`),
    now,
  );
}

async function lockPictureOrRefuse(transaction: Database, key: string): Promise<TextPicture> {
  const found = await lockTextPicture(transaction, key);
  if (!found) throw new AdminRefusal('not_found');
  return found;
}

/** Creates the admin pages of pictures: upload, alternative texts and deletion. */
export function createPictureAdmin({
  database,
  service,
  texts,
}: {
  readonly database: Database;
  readonly service: PictureService;
  readonly texts: PictureTexts;
}): AdminModule {
  return {
    operations: [
      createLongOperation({
        name: 'picture.add',
        input: Type.Object({ pictureKey: PictureKey, ...altTextFields }),
        files: { picture: { maxBytes: MAX_TEXT_PICTURE_BYTES, maxCount: 1 } },
        async work(input, { files, now, note }) {
          const { pictureKey: key } = input;
          const [upload] = files.get('picture') ?? [];
          if (!upload) throw new AdminRefusal('picture_missing', {}, 'picture');
          const { original, hash, width, height } = await makeUploadedPicture(upload.bytes);
          await database.transaction('admin-operation', async (transaction) => {
            const alts = readAltTexts(input);
            const row = { key, hash, original, width, height, alts, addedAt: now };
            if (!(await insertTextPicture(transaction, row))) {
              throw new AdminRefusal('picture_key_taken', { key }, 'pictureKey');
            }
            const after = { hash, width, height, ...alts };
            await note(transaction, [{ resource: 'picture', resourceId: key, before: null, after }]);
          });
          return { leadsTo: `/pictures/${key}` };
        },
      }),
      createOperation({
        name: 'picture.describe',
        input: Type.Object({ pictureKey: PictureKey, expected: Line(64), ...altTextFields }),
        async run(transaction, input, { now }) {
          const { pictureKey: key, expected } = input;
          const { alts: before } = await lockPictureOrRefuse(transaction, key);
          if (expected !== hashAltTexts(before)) throw new AdminRefusal('changed_meanwhile');
          const after = readAltTexts(input);
          if (hashAltTexts(after) === hashAltTexts(before)) return { changes: [] };
          await setPictureAlts(transaction, key, after);
          await purgePagesWithPicture(texts, transaction, key, now);
          return { changes: [{ resource: 'picture', resourceId: key, before, after }] };
        },
      }),
      createOperation({
        name: 'picture.remove',
        input: Type.Object({ pictureKey: PictureKey }),
        needsConsent: true,
        async run(transaction, { pictureKey: key }) {
          const { hash, alts } = await lockPictureOrRefuse(transaction, key);
          const [page] = await texts.listPagesWithPicture(transaction, key);
          if (page) throw new AdminRefusal('picture_used', { page: page.key });
          const waiting = await texts.findOpenVersionContaining(transaction, `](picture:${key})`);
          if (waiting) throw new AdminRefusal('picture_waited_for', { version: waiting.textVersionId });
          await deleteTextPicture(transaction, key);
          const before = { hash, ...alts };
          return {
            changes: [{ resource: 'picture', resourceId: key, before, after: null }],
            leadsTo: '/pictures',
          };
        },
      }),
    ],
    pages: [
      {
        path: '/pictures',
        menu: { section: 'content', label: 'pictures', position: 30 },
        async read(request) {
          const { t, query, form, locale } = request;
          const { text = '' } = query;
          const title = t('admin.picture.title');
          const { search, table } = await createList(request, {
            path: '/pictures',
            title,
            empty: t('admin.picture.none'),
            fields: [{ name: 'text', label: t('admin.picture.search'), value: text, type: 'search' }],
            find: (range) => listTextPictures(database, text, range),
            columns: [
              [
                t('admin.picture.picture'),
                ({ key, hash, width, height }) => (
                  <img
                    loading="lazy"
                    className="thumb"
                    src={`/admin/pictures/${key}/${hash}.webp`}
                    width={width}
                    height={height}
                    alt=""
                  />
                ),
              ],
              [t('admin.picture.key'), ({ key }) => <AdminLink path={`/pictures/${key}`}>{key}</AdminLink>],
              [
                t('admin.picture.alt'),
                ({ alts }) => (Object.hasOwn(alts, locale) ? alts[locale as Locale] : ''),
              ],
              [t('admin.picture.size'), ({ width, height }) => `${width} × ${height}`],
              [t('admin.picture.added'), ({ addedAt }) => formatMoment(addedAt, t)],
            ],
          });
          const add = (
            <Section title={t('admin.picture.addTitle')}>
              <p>{t('admin.picture.addText')}</p>
              {form('picture.add', { fields: ['picture', 'pictureKey', ...Object.keys(altTextFields)] })}
            </Section>
          );
          return {
            title,
            body: (
              <>
                {search}
                {table}
                {add}
              </>
            ),
          };
        },
      },
      {
        path: '/pictures/:key',
        async read({ t, params, form }) {
          const { key = '' } = params;
          const found = (await findTextPictures(database, [key])).get(key);
          if (!found) return null;
          const { hash, width, height, alts, addedAt } = found;
          const pages = await texts.listPagesWithPicture(database, key);
          const values = Object.fromEntries(
            Object.entries(alts).map(([locale, alt]) => [`alt_${locale}`, alt]),
          );
          const image = (
            <p>
              <img
                loading="lazy"
                src={`/admin/pictures/${key}/${hash}.webp`}
                width={width}
                height={height}
                alt=""
              />
            </p>
          );
          const details = (
            <DetailList
              details={[
                [t('admin.picture.inTexts'), <code>![](picture:{key})</code>],
                [t('admin.picture.size'), `${width} × ${height}`],
                [t('admin.picture.added'), formatMoment(addedAt, t)],
                [
                  t('admin.picture.usedBy'),
                  pages.length === 0 ? null : pages.map((page) => page.key).join(', '),
                ],
              ]}
            />
          );
          const describe = form('picture.describe', {
            hidden: { pictureKey: key },
            renewed: { expected: hashAltTexts(alts) },
            values,
          });
          const remove = form('picture.remove', { hidden: { pictureKey: key }, isFolded: true });
          return {
            title: key,
            body: (
              <>
                {image}
                {details}
                {describe}
                {remove}
              </>
            ),
          };
        },
      },
    ],
    files: [
      {
        path: '/pictures/:key/:file',
        async read({ key = '', file = '' }) {
          const found = (await findTextPictures(database, [key])).get(key);
          if (!found || file !== `${found.hash}.webp`) return null;
          const bytes = await service.fetchPicture(found.hash, 768, 'webp');
          return bytes ? { type: 'image/webp', bytes } : null;
        },
      },
    ],
  };
}

/** Returns a hash of the alternative texts of a form, to detect concurrent changes. */
const hashAltTexts = (alts: PictureAlts): string =>
  createHash('sha256')
    .update(JSON.stringify(LOCALES.map((locale) => alts[locale])))
    .digest('base64url');
