import { LOCALES } from '../../../../shared/i18n/locales.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { getPublicationDay } from '../../../../shared/rules/publication-day.ts';
import { type Markup, markup, noMarkup } from '../../../platform/markup.ts';
import type { AdminPage, AdminPageRequest } from '../../core/admin/admin-module.ts';
import {
  type Cell,
  createDetailList,
  createSearch,
  createSection,
  createTable,
  formatMoment,
  linkTo,
} from '../../core/admin/html.ts';
import { readRows } from '../../core/admin/paged-list.ts';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import type { Database } from '../../core/database/database.ts';
import { isArticleRemovable, listArticleCategories } from './articles.ts';
import { parseMenuKey } from './default-menus.ts';
import {
  type ContentEntryId,
  contentEntryTypes,
  getContentEntryRules,
  getEntryAdminPath,
  locateEntry,
  parseEntryId,
  SOURCE_LANGUAGE,
  type TextField,
} from './entry-types.ts';
import { linkToMenuEntries, showMenuForms } from './menu-pages.ts';
import {
  findVersion,
  type ListPagesShowingEntry,
  listOpenVersions,
  listTexts,
  listVersions,
  openVersionStates,
  readPublicationTimes,
  type TextVersion,
} from './queries.ts';
import { hashRecordValue, readContentRecord, readText } from './service.ts';
import { createDifferenceSection, showDifference, showLanguageLinks, showText } from './show-text.ts';
import {
  applyTextDifference,
  getTextDifference,
  readAt,
  type TextFields,
  toTextFields,
} from './text-values.ts';
import { renderStoredRefusal } from './version-refusal.ts';

/** Maximum number of drafts and plans on the page of a text. */
const MAX_OPEN_VERSIONS = 50;
/** Number of versions on the page of a text; the others have a separate page. */
const RECENT_VERSION_COUNT = 5;

const toContentEntryId = ({ kind, key, language }: Pick<TextVersion, 'kind' | 'key' | 'language'>) =>
  parseEntryId(kind, key, language);

const formatEntryName = (t: AdminTranslate, { kind, key, language }: ContentEntryId): string =>
  kind === 'entries' ? t(`admin.entries.${key}`) : `${t(`admin.text.kind.${kind}`)} · ${key} · ${language}`;

const formatVersionAuthor = (t: AdminTranslate, { staffMemberName }: TextVersion): string =>
  staffMemberName ?? t('admin.log.command');

const formatVersionState = (t: AdminTranslate, { state, publishAt, publishedAt }: TextVersion): string =>
  t(`admin.text.state.${state}`, { at: formatMoment(publishedAt ?? publishAt, t) });

/** Renders a table of versions. */
function createVersionTable(
  t: AdminTranslate,
  versions: readonly TextVersion[],
  { isNamed, empty }: { readonly isNamed: boolean; readonly empty: string },
): Markup {
  const rows = versions.map((version): Cell[] => {
    const name = toContentEntryId(version);
    const path = `/texts/versions/${version.textVersionId}`;
    return [
      linkTo(path, t('admin.text.version', { number: version.textVersionId })),
      ...(isNamed ? [name ? linkTo(getEntryAdminPath(name), formatEntryName(t, name)) : null] : []),
      formatVersionState(t, version),
      formatMoment(version.madeAt, t),
      formatVersionAuthor(t, version),
    ];
  });
  const headings = [
    t('admin.text.versionTitle'),
    ...(isNamed ? [t('admin.text.which')] : []),
    t('admin.text.stateTitle'),
    t('admin.text.madeAt'),
    t('admin.log.who'),
  ];
  return createTable(headings, rows, { empty, caption: t('admin.text.versions') });
}

/** Returns the values of a refused form as fields of a text. */
function getEnteredTextFields(
  fields: readonly TextField[],
  entered: ReadonlyMap<string, readonly string[]>,
): TextFields {
  return Object.fromEntries(
    fields.map(({ name, form }) => {
      const value = (entered.get(name) ?? []).join('\n').replaceAll('\r\n', '\n');
      const isList = form === 'lines' || form === 'labels';
      return [name, isList ? value.split('\n').filter((line) => line.trim() !== '') : value];
    }),
  );
}

/** Returns the latest version after a given one. */
const findNextVersion = (versions: readonly TextVersion[], id: string): TextVersion | null =>
  versions
    .filter(({ textVersionId }) => textVersionId > Number(id))
    .sort((a, b) => b.textVersionId - a.textVersionId)[0] ?? null;

/** Creates the admin pages of texts: list, forms, versions and plans. */
export function createContentEntryPages({
  database,
  listPagesShowingEntry,
}: {
  readonly database: Database;
  readonly listPagesShowingEntry: ListPagesShowingEntry;
}): AdminPage[] {
  /** Renders links to the pages that show a text, on each site, now or at its planned time. */
  async function showPreview(
    { t, form, now }: AdminPageRequest,
    name: ContentEntryId,
    instant: Date | null,
  ): Promise<Markup> {
    const locations = (await listPagesShowingEntry(database, name)).map(
      ({ siteId, siteName, languageId, path }) =>
        [`${siteId}/${languageId}${path}`, `${siteName}: ${path}`] as const,
    );
    const [first] = locations;
    if (!first) return noMarkup;
    return createSection(
      t('admin.preview.title'),
      form('preview.open', {
        choices: { place: locations },
        values: { place: first[0], instant: instant ?? now },
        fields: ['place', 'instant'],
      }),
    );
  }

  async function readList(request: AdminPageRequest) {
    const { t, query } = request;
    const kind = contentEntryTypes.find((known) => known === query.kind) ?? 'page';
    const { text = '', missing = '' } = query;
    const missingLanguage = LOCALES.find((locale) => locale === missing) ?? '';
    const { rows: texts, paging } = await readRows(
      request,
      '/texts',
      (range) =>
        listTexts(database, kind, { text, missing: missingLanguage, source: SOURCE_LANGUAGE, ...range }),
      { kind, text, missing: missingLanguage },
    );
    const published = await readPublicationTimes(
      database,
      kind,
      texts.map(({ key }) => key),
    );
    // A text that only some sites have is only needed in their languages.
    const languages = LOCALES.filter(
      (locale) =>
        !['lists', 'none'].includes(getContentEntryRules(kind).languages) ||
        texts.some((row) => row.languages.includes(locale)),
    );
    const rows = texts.map(({ key, title, languages: existingLanguages }): Cell[] => {
      const sourceAt = published.get(`${key} ${SOURCE_LANGUAGE}`);
      const shownLanguages = languages.map((language) => {
        const at = published.get(`${key} ${language}`);
        const isOlder = sourceAt !== undefined && (at === undefined || at < sourceAt);
        const state = existingLanguages.includes(language) ? (isOlder ? 'older' : 'there') : 'missing';
        return { language, path: getEntryAdminPath({ kind, key, language }), state } as const;
      });
      const source = getEntryAdminPath({ kind, key, language: SOURCE_LANGUAGE });
      if (kind === 'entries')
        return [linkTo(source, t(`admin.entries.${key}`)), key, t('admin.text.everyLanguage')];
      return [linkTo(source, title === '' ? key : title), key, showLanguageLinks(shownLanguages, t)];
    });
    const kinds = contentEntryTypes.map((known) => [known, t(`admin.text.kind.${known}`)] as const);
    const search = createSearch(
      '/texts',
      [
        { name: 'kind', label: t('admin.text.kindTitle'), value: kind, choices: kinds },
        { name: 'text', label: t('admin.text.words'), value: text, type: 'search' },
        {
          name: 'missing',
          label: t('admin.text.missingIn'),
          value: missingLanguage,
          choices: [['', '–'], ...LOCALES.map((locale) => [locale, locale] as const)],
        },
      ],
      t,
    );
    const title = t('admin.text.title');
    const headings = [t('admin.field.title'), t('admin.text.key'), t('admin.text.languages')];
    const table = createTable(headings, rows, { empty: t('admin.text.none'), caption: title });
    const add =
      kind === 'article'
        ? markup`<p class="actions">${linkTo('/texts/new-article', t('admin.article.new'))}</p>`
        : noMarkup;
    return { title, body: markup`${search}${add}${table}${paging}` };
  }

  async function readNewArticle({ t, form, now }: AdminPageRequest) {
    const noon = new Date(`${getPublicationDay(now)}T12:00:00Z`);
    const tomorrow = new Date(noon.getTime() + DAY_MS).toISOString().slice(0, 10);
    return {
      title: t('admin.article.new'),
      body: markup`<p>${t('admin.article.lead')}</p>${form('article.add', {
        values: { articleKind: 'news', publishedOn: tomorrow },
        choices: { category: [['', '–'], ...(await listArticleCategories(database))] },
        note: markup`<p class="hint">${t('admin.text.hint')}</p>`,
      })}`,
    };
  }

  /** Returns the draft or plan with which a form starts. */
  async function findOpen(name: ContentEntryId, id: string | undefined): Promise<TextVersion | null> {
    const version = id && /^\d{1,9}$/.test(id) ? await findVersion(database, Number(id)) : undefined;
    if (!version || !openVersionStates.includes(version.state)) return null;
    return JSON.stringify(toContentEntryId(version)) === JSON.stringify(name) ? version : null;
  }

  async function readTextPage(request: AdminPageRequest) {
    const { t, params, query, form, getEntered } = request;
    const name = parseEntryId(params.kind ?? '', params.key ?? '', params.language ?? '');
    if (!name) return null;
    const { kind, key, language } = name;
    const { fields } = getContentEntryRules(kind);
    const { record, path } = locateEntry(name);
    const value = await readContentRecord(database, record);
    const text = readAt(value, path);
    const others = LOCALES.filter((locale) => locale !== language);
    const beside =
      others.find((locale) => locale === query.beside) ??
      (language === SOURCE_LANGUAGE ? 'en' : SOURCE_LANGUAGE);
    const menu = kind === 'entries' ? parseMenuKey(key) : undefined;
    const original = await readText(database, { ...name, language: beside });
    const known = await readText(database, { ...name, language: SOURCE_LANGUAGE });
    // Neither the text nor its source text exists.
    if (text === undefined && original === undefined && known === undefined) return null;
    const open = await listOpenVersions(database, { limit: MAX_OPEN_VERSIONS, name });
    const entered = getEntered('text.save');
    const replaced = entered?.get('replaces')?.[0];
    // Another staff member has processed the version of the form: shows its successor, if any.
    const version =
      replaced === undefined
        ? await findOpen(name, query.version)
        : ((await findOpen(name, replaced)) ?? findNextVersion(open, replaced));
    const values = toTextFields(fields, version ? readAt(version.after, path) : text);
    const stamp = hashRecordValue(value);

    const isFormOutdated =
      entered !== null &&
      (entered.get('stamp')?.[0] !== stamp || (replaced ?? '') !== String(version?.textVersionId ?? ''));
    const outdatedSection = isFormOutdated
      ? createDifferenceSection(
          t('admin.text.meanwhile'),
          showDifference(
            fields,
            { before: values, after: getEnteredTextFields(fields, entered) },
            { t, language },
          ),
          t('admin.text.same'),
        )
      : noMarkup;
    const versions = await listVersions(database, name, { limit: RECENT_VERSION_COUNT });
    const history = createSection(
      t('admin.text.versions'),
      createVersionTable(t, versions, { isNamed: false, empty: t('admin.text.noVersions') }),
      versions.length === RECENT_VERSION_COUNT
        ? markup`<p>${linkTo(`${getEntryAdminPath(name)}/versions`, t('admin.text.allVersions'))}</p>`
        : noMarkup,
    );
    if (menu !== undefined) {
      const forms = await showMenuForms(database, request, menu, value);
      return { title: t(`admin.entries.${menu}`), body: markup`${outdatedSection}${forms}${history}` };
    }
    const choose = createSearch(
      getEntryAdminPath(name),
      [
        {
          name: 'beside',
          label: t('admin.text.beside'),
          value: beside,
          choices: others.map((locale) => [locale, locale] as const),
        },
      ],
      t,
    );
    const left =
      original === undefined
        ? markup`<p class="empty">${t('admin.text.missingHere', { language: beside })}</p>`
        : showText(fields, original, { t, language: beside, isLaidOut: false });
    const versionNotice = version
      ? markup`<p class="notice">${t('admin.text.fromVersion', { number: version.textVersionId })}</p>`
      : noMarkup;
    const edit = form('text.save', {
      hidden: { kind, key, language },
      renewed: { stamp, ...(version && { replaces: version.textVersionId }) },
      values: {
        ...values,
        publish: version?.state === 'planned' ? 'later' : 'now',
        publishAt: version?.publishAt ?? null,
      },
      fields: [...fields.map((field) => field.name), 'publish', 'publishAt', 'mayLose'],
      note: markup`<p class="hint">${t('admin.text.hint')}</p>`,
    });
    const languages = showLanguageLinks(
      await Promise.all(
        LOCALES.map(async (locale) => {
          const isThere = (await readText(database, { ...name, language: locale })) !== undefined;
          return {
            language: locale,
            path: getEntryAdminPath({ ...name, language: locale }),
            state: isThere ? 'there' : 'missing',
          } as const;
        }),
      ),
      t,
    );
    const waiting =
      open.length === 0
        ? noMarkup
        : createSection(t('admin.text.open'), createVersionTable(t, open, { isNamed: false, empty: '' }));
    const preview = await showPreview(request, name, version?.publishAt ?? open[0]?.publishAt ?? null);
    const remove =
      kind === 'article' && (await isArticleRemovable(database, key))
        ? form('article.remove', { hidden: { articleKey: key }, isFolded: true })
        : noMarkup;
    return {
      title: formatEntryName(t, name),
      body: markup`${languages}${linkToMenuEntries(t, name)}${waiting}${outdatedSection}<div class="pair"><section><h2>${t('admin.text.original', { language: beside })}</h2>${choose}${left}</section><section><h2>${t('admin.text.edited', { language })}</h2>${versionNotice}${edit}</section></div>${preview}${history}${remove}`,
    };
  }

  async function readVersions(request: AdminPageRequest) {
    const { t, params } = request;
    const name = parseEntryId(params.kind ?? '', params.key ?? '', params.language ?? '');
    if (!name) return null;
    const path = getEntryAdminPath(name);
    const { rows, paging } = await readRows(request, `${path}/versions`, (range) =>
      listVersions(database, name, range),
    );
    const table = createVersionTable(t, rows, {
      isNamed: false,
      empty: t('admin.text.noVersions'),
    });
    const back = markup`<p>${linkTo(path, formatEntryName(t, name))}</p>`;
    return { title: t('admin.text.versions'), body: markup`${back}${table}${paging}` };
  }

  async function readVersion(request: AdminPageRequest) {
    const { t, params, form } = request;
    const { id = '' } = params;
    const version = /^\d{1,9}$/.test(id) ? await findVersion(database, Number(id)) : undefined;
    const name = version && toContentEntryId(version);
    if (!version || !name) return null;
    const { textVersionId, state, fault, backTo, publishAt } = version;
    const { fields } = getContentEntryRules(name.kind);
    const { record, path } = locateEntry(name);
    const { language } = name;
    const value = await readContentRecord(database, record);
    const isOpen = openVersionStates.includes(state);
    // A pending version is compared with the current text, including later changes by others.
    const [before, after] = isOpen
      ? [value, applyTextDifference(value, getTextDifference(version.before, version.after))].map((of) =>
          readAt(of, path),
        )
      : [readAt(version.before, path), readAt(version.after, path)];
    const overwritten =
      isOpen && hashRecordValue(value) !== hashRecordValue(version.before)
        ? createDifferenceSection(
            t('admin.text.others'),
            showDifference(
              fields,
              {
                before: toTextFields(fields, readAt(version.before, path)),
                after: toTextFields(fields, readAt(value, path)),
              },
              { t, language },
            ),
            t('admin.text.same'),
          )
        : noMarkup;
    const details = createDetailList([
      [t('admin.text.which'), linkTo(getEntryAdminPath(name), formatEntryName(t, name))],
      [t('admin.text.stateTitle'), formatVersionState(t, version)],
      [t('admin.text.madeAt'), formatMoment(version.madeAt, t)],
      [t('admin.log.who'), formatVersionAuthor(t, version)],
      ...(backTo === null
        ? []
        : [
            [
              t('admin.text.backTo'),
              linkTo(`/texts/versions/${backTo}`, t('admin.text.version', { number: backTo })),
            ] as const,
          ]),
    ]);
    const why =
      fault === null
        ? noMarkup
        : markup`<p class="fault">${renderStoredRefusal(t, fault).map((part) => markup`${part} `)}</p>`;
    const renderOptions = { t, language };
    const difference = createDifferenceSection(
      t('admin.text.difference'),
      showDifference(
        fields,
        { before: toTextFields(fields, before), after: toTextFields(fields, after) },
        renderOptions,
      ),
      t('admin.text.same'),
    );
    const forms = isOpen
      ? createSection(
          t('admin.text.decide'),
          markup`<p>${linkTo(`${getEntryAdminPath(name)}?version=${textVersionId}`, t('admin.text.goOn'))}</p>`,
          form('text.publish', { hidden: { textVersionId }, renewed: { stamp: hashRecordValue(value) } }),
          form('text.plan', { hidden: { textVersionId }, values: { publishAt }, isFolded: true }),
          form('text.withdraw', { hidden: { textVersionId }, isFolded: true }),
        )
      : createSection(
          t('admin.text.wayBack'),
          ...(['after', 'before'] as const).map((to) =>
            form('text.restore', {
              hidden: { textVersionId, to },
              renewed: { stamp: hashRecordValue(value) },
              submit: `admin.text.restore.${to}`,
            }),
          ),
        );
    const preview = isOpen ? await showPreview(request, name, publishAt) : noMarkup;
    // For menu entries the difference already shows each line.
    const laidOut =
      name.kind === 'entries'
        ? noMarkup
        : createSection(
            t('admin.text.laidOut'),
            showText(fields, after, { ...renderOptions, isLaidOut: true }),
          );
    return {
      title: `${t('admin.text.version', { number: textVersionId })} · ${formatEntryName(t, name)}`,
      body: markup`${details}${why}${overwritten}${difference}${forms}${preview}${laidOut}`,
    };
  }

  async function readPlans(request: AdminPageRequest) {
    const { t } = request;
    const { rows, paging } = await readRows(request, '/texts/plans', (range) =>
      listOpenVersions(database, range),
    );
    const table = createVersionTable(t, rows, { isNamed: true, empty: t('admin.text.noPlans') });
    return { title: t('admin.text.plans'), body: markup`${table}${paging}` };
  }

  return [
    { path: '/texts', menu: { section: 'content', label: 'texts', position: 10 }, read: readList },
    { path: '/texts/plans', menu: { section: 'content', label: 'plans', position: 20 }, read: readPlans },
    { path: '/texts/new-article', read: readNewArticle },
    { path: '/texts/versions/:id', read: readVersion },
    { path: '/texts/:kind/:key/:language', read: readTextPage },
    { path: '/texts/:kind/:key/:language/versions', read: readVersions },
  ];
}
