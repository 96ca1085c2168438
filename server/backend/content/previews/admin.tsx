import Type from 'typebox';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { Instant, Line } from '../../core/admin/fields.ts';
import { AdminRefusal, createLongOperation } from '../../core/admin/operation.ts';
import { isSupportedInstant } from '../../core/http/read-scope.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { PreviewRequestError, readPreviewPath } from './create-preview-link.ts';
import type { PreviewService } from './service.ts';

/** Site, language and path, such as '1/4/muesli/'. */
const HOST_PATH_PATTERN = /^(\d{1,9})\/(\d{1,9})(\/.*)$/;

/** @throws AdminRefusal if the text is not a path of a site */
function readPathOrRefuse(path: string): string {
  try {
    return readPreviewPath(path);
  } catch (error) {
    if (error instanceof PreviewRequestError) throw new AdminRefusal('preview_path', {}, 'path');
    throw error;
  }
}

/**
 * Creates the admin pages of previews: a separate page, and a link on every page about previewable content.
 */
export function createPreviewAdmin({
  service,
  sites,
}: {
  readonly service: PreviewService;
  readonly sites: SiteDirectory;
}): AdminModule {
  return {
    operations: [
      createLongOperation({
        name: 'preview.open',
        input: Type.Object({
          /** Format: '<siteId>/<languageId><path>' */
          place: Line(2000),
          /** Replaces the path of `place`. */
          path: Type.Optional(Line(2000)),
          /** Default: now. */
          instant: Type.Optional(Instant()),
        }),
        async work({ place, path, instant }, { actor, now, note }) {
          const [, siteId, languageId, ownPath = '/'] = HOST_PATH_PATTERN.exec(place) ?? [];
          if (siteId === undefined || languageId === undefined) throw new AdminRefusal('not_found');
          const at = instant === undefined ? now : new Date(instant);
          if (!isSupportedInstant(at)) throw new AdminRefusal('preview_moment', {}, 'instant');
          const request = {
            siteId: Number(siteId),
            languageId: Number(languageId),
            path: readPathOrRefuse(path ?? ownPath),
            instant: at,
            staffMemberId: actor.id,
          };
          try {
            const href = await service.createLink(request, (transaction) =>
              note(transaction, [
                {
                  resource: 'preview',
                  resourceId: `${siteId}/${languageId}`,
                  before: null,
                  after: { instant: request.instant.toISOString() },
                },
              ]),
            );
            return { message: { key: 'admin.said.preview', link: { href, key: 'admin.said.openPreview' } } };
          } catch (error) {
            // The site does not offer the language, or is closed.
            if (error instanceof PreviewRequestError) throw new AdminRefusal('not_found');
            throw error;
          }
        },
      }),
    ],
    pages: [
      {
        path: '/preview',
        menu: { section: 'content', label: 'preview', position: 40 },
        async read({ t, form, now }) {
          const languages = await sites.listLanguages();
          const places = (await sites.listSites()).flatMap((record) =>
            record.languages.map(({ languageId }) => {
              const code = languages.find((language) => language.languageId === languageId)?.code ?? '';
              return [`${record.site.siteId}/${languageId}/`, `${record.site.name} · ${code}`] as const;
            }),
          );
          return {
            title: t('admin.preview.title'),
            body: (
              <>
                <p>{t('admin.preview.text')}</p>
                {form('preview.open', {
                  choices: { place: places },
                  values: { place: places[0]?.[0] ?? '', path: '/', instant: now },
                })}
              </>
            ),
          };
        },
      },
    ],
  };
}
