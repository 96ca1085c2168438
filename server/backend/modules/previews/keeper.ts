import Type from 'typebox';
import { markup } from '../../../platform/markup.ts';
import { Instant, Line } from '../../keeper/fields.ts';
import type { KeeperPart } from '../../keeper/keeper-part.ts';
import { createLongOperation, KeeperRefusal } from '../../keeper/operation.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import { canBeShown, PreviewOrderError, readPreviewPath } from './create-link.ts';
import type { PreviewService } from './service.ts';

/** Site, language and path: '1/4/muesli/'. */
const PLACE = /^(\d{1,9})\/(\d{1,9})(\/.*)$/;

/** @throws KeeperRefusal for what is no path of the shop */
function readPath(path: string): string {
  try {
    return readPreviewPath(path);
  } catch (error) {
    if (error instanceof PreviewOrderError) throw new KeeperRefusal('preview_path', {}, 'path');
    throw error;
  }
}

/** Shows the shop at another moment: from a page of its own, and from every page about what is to be seen there. */
export function createPreviewKeeper({
  service,
  sites,
}: {
  readonly service: PreviewService;
  readonly sites: SiteDirectory;
}): KeeperPart {
  return {
    operations: [
      createLongOperation({
        name: 'preview.open',
        input: Type.Object({
          /** '<siteId>/<languageId><path>' */
          place: Line(2000),
          /** In place of the path of `place`. */
          path: Type.Optional(Line(2000)),
          /** The present where it is left out. */
          instant: Type.Optional(Instant()),
        }),
        async work({ place, path, instant }, { actor, now, note }) {
          const [, siteId, languageId, ownPath = '/'] = PLACE.exec(place) ?? [];
          if (siteId === undefined || languageId === undefined) throw new KeeperRefusal('not_found');
          const at = instant === undefined ? now : new Date(instant);
          if (!canBeShown(at)) throw new KeeperRefusal('preview_moment', {}, 'instant');
          const order = {
            siteId: Number(siteId),
            languageId: Number(languageId),
            path: readPath(path ?? ownPath),
            instant: at,
            keeperId: actor.id,
          };
          try {
            const href = await service.createLink(order, (transaction) =>
              note(transaction, [
                {
                  noun: 'preview',
                  nounId: `${siteId}/${languageId}`,
                  before: null,
                  after: { instant: order.instant.toISOString() },
                },
              ]),
            );
            return { said: { key: 'keeper.said.preview', link: { href, key: 'keeper.said.openPreview' } } };
          } catch (error) {
            // Its site does not speak the language, or is closed.
            if (error instanceof PreviewOrderError) throw new KeeperRefusal('not_found');
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
            title: t('keeper.preview.title'),
            body: markup`<p>${t('keeper.preview.text')}</p>${form('preview.open', {
              choices: { place: places },
              values: { place: places[0]?.[0] ?? '', path: '/', instant: now },
            })}`,
          };
        },
      },
    ],
  };
}
