import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { getBrandName } from '../../../../../shared/rules/brand-name.ts';
import { type BrandColours, getBrandColours } from '../brand-colours.ts';
import { brandMarkUrl } from '../brand-mark.ts';
import { requireWebAddress } from '../link-targets.ts';
import type { MailContent } from '../mail-content.ts';
import { getHomeUrl, listLegalLines, type MailFrame } from '../mail-frame.ts';
import { MailLink } from './InlineText.tsx';
import { MailBlockView } from './MailBlockView.tsx';

/** Style sheet for mail clients that read one. All other styles are attributes of the elements. */
const phoneStyles =
  '@media(max-width:619px){.w{width:100%!important}.px{padding-left:20px!important;padding-right:20px!important}}';

const serif: CSSProperties = { fontFamily: "Rockwell,Georgia,'Noto Serif',serif", fontWeight: 'bold' };

interface MailDocumentProps {
  readonly content: MailContent;
  readonly frame: MailFrame;
}

/**
 * HTML of a mail: layout tables with styles in attributes, because mail clients support little else.
 */
export function MailDocument({ content, frame }: MailDocumentProps) {
  const { site, language, t } = frame;
  const colours = getBrandColours(site);
  return (
    <html lang={language.culture}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{content.subject}</title>
        <style>{phoneStyles}</style>
      </head>
      <body
        style={{
          margin: 0,
          padding: 0,
          background: colours.page,
          color: colours.ink,
          fontFamily: 'Arial,Helvetica,sans-serif',
          fontSize: '17px',
          lineHeight: '26px',
        }}
      >
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{content.preview}</div>
        <Card colours={colours}>
          <BrandBand brand={getBrandName(site.site.type)} colours={colours} />
          <tr>
            <td className="px" style={{ padding: '32px 32px 12px' }}>
              <h1
                style={{
                  ...serif,
                  fontSize: '30px',
                  lineHeight: '36px',
                  margin: '0 0 12px',
                  color: colours.ink,
                }}
              >
                {content.heading}
              </h1>
              {content.blocks.map((block, at) => (
                <MailBlockView key={at} block={block} colours={colours} t={t} />
              ))}
            </td>
          </tr>
          <Footer frame={frame} colours={colours} />
        </Card>
      </body>
    </html>
  );
}

/** Centred table of 600 px, or of the width of a phone. */
function Card({ colours, children }: { readonly colours: BrandColours; readonly children: ReactNode }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      style={{ background: colours.page }}
    >
      <tbody>
        <tr>
          <td align="center" style={{ padding: '24px 8px' }}>
            <table
              role="presentation"
              className="w"
              width="600"
              cellPadding="0"
              cellSpacing="0"
              style={{
                width: '600px',
                background: colours.card,
                border: `1px solid ${colours.line}`,
              }}
            >
              <tbody>{children}</tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Rows with the logo and the name of the brand, and a dashed line below. */
function BrandBand({ brand, colours }: { readonly brand: string; readonly colours: BrandColours }) {
  return (
    <>
      <tr>
        <td className="px" style={{ background: colours.deep, padding: '18px 32px' }}>
          <table role="presentation" cellPadding="0" cellSpacing="0">
            <tbody>
              <tr>
                <td style={{ paddingRight: '12px' }}>
                  <img
                    src={brandMarkUrl}
                    width="36"
                    height="43"
                    alt=""
                    // Without it, React writes a link into the head that preloads the image.
                    fetchPriority="low"
                    style={{ display: 'block', border: 0 }}
                  />
                </td>
                <td style={{ ...serif, fontSize: '26px', lineHeight: '30px', color: colours.onDeep }}>
                  {brand}
                </td>
              </tr>
            </tbody>
          </table>
        </td>
      </tr>
      <tr>
        <td
          style={{
            background: colours.band,
            borderBottom: `1px solid ${colours.line}`,
            fontSize: 0,
            lineHeight: 0,
            padding: '10px 10px 9px',
          }}
        >
          <div style={{ borderTop: `3px dashed ${colours.brand}`, height: 0, lineHeight: 0, fontSize: 0 }}>
            {'\u00a0'}
          </div>
        </td>
      </tr>
    </>
  );
}

/** Row with phone number, shop, company details and the link to unsubscribe. `mail-text.ts` has the same lines. */
function Footer({ frame, colours }: { readonly frame: MailFrame; readonly colours: BrandColours }) {
  const { site, origin, t, unsubscribeUrl } = frame;
  const phone = site.site.customerServicePhone;
  // The phone number becomes a link at its position in the translated sentence.
  const [beforePhone = '', ...afterPhone] = t('footer.questions', { phone }).split(phone);
  return (
    <tr>
      <td
        className="px"
        style={{
          padding: '24px 32px',
          background: colours.page,
          borderTop: `1px solid ${colours.line}`,
          fontSize: '14px',
          lineHeight: '21px',
          color: colours.inkSoft,
        }}
      >
        {beforePhone}
        <MailLink href={`tel:${phone.replace(/[^+\d]/g, '')}`} colours={colours}>
          {phone}
        </MailLink>
        {afterPhone.join(phone)}
        <br />
        <MailLink href={getHomeUrl(frame)} colours={colours}>
          {new URL(origin).host}
        </MailLink>
        {listLegalLines(frame).map((line, at) => (
          <Fragment key={at}>
            <br />
            {line}
          </Fragment>
        ))}
        {unsubscribeUrl !== undefined && (
          <>
            <br />
            <MailLink href={requireWebAddress(unsubscribeUrl)} colours={colours}>
              {t('footer.unsubscribe')}
            </MailLink>
          </>
        )}
      </td>
    </tr>
  );
}
