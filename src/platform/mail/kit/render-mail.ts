import type { Config } from '#platform/config/config.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { MailContent, MailSender } from './mail-content.ts';
import type { MailTheme } from './mail-theme.ts';
import { createHtmlRenderer } from './render-html.tsx';
import { renderText } from './render-text.ts';

interface RenderedMail {
  readonly locale: string;
  readonly html: string;
  readonly text: string;
}

/** Renders a mail in the shop's layout and colours, as HTML and as plain text. */
export type RenderMail = (content: MailContent) => RenderedMail;

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly renderMail: RenderMail;
  }
}

/** Asked with each mail: the owner may change both. */
interface SenderSources {
  readonly getLogo?: () => MailSender['logo'];
  /** Empty: name, address and email address of the shop. */
  readonly getLines?: () => readonly string[];
}

export function createRenderMail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  getChoices: () => Pick<ShopConfig, 'name' | 'address' | 'email' | 'locale'>,
  theme: MailTheme,
  { getLogo = () => null, getLines = () => [] }: SenderSources = {},
): RenderMail {
  const renderHtml = createHtmlRenderer(theme);
  return (content) => {
    const { name, address, email, locale } = getChoices();
    const lines = getLines();
    const own = [[name, ...address].join(', '), email];
    const sender = { name, lines: lines.length > 0 ? lines : own, locale, publicUrl, logo: getLogo() };
    return { locale, html: renderHtml(sender, content), text: renderText(sender, content) };
  };
}
