/** Renders a mail as HTML and plain text (React Email). */
import { mailFooter } from "./mail-footer.ts";
import type { MailContent, MailContext, MailFact } from "./mail-template.ts";

export interface RenderedMail {
  html: string;
  text: string;
}

/** The organization's own sentences stand before and after what the mail says. */
export const addSentences = (content: MailContent, { organization }: MailContext): MailContent => ({
  ...content,
  opening: organization?.opening ?? null,
  closing: organization?.closing ?? null,
});

export async function renderMail(composed: MailContent, context: MailContext): Promise<RenderedMail> {
  const content = addSentences(composed, context);
  // Import with the first mail: React and the TSX compiler would slow down every start.
  await import("#server/kit/process/tsx-loader.ts");
  const { renderHtml } = await import("./mail-layout.tsx");
  return { html: await renderHtml(content, context), text: renderPlainText(content, context) };
}

/** Not derived from the HTML, because plain text needs another order. */
function renderPlainText(content: MailContent, { t, organization, unsubscribePage }: MailContext): string {
  const { heading, subject, opening, paragraphs, facts, code, button, closing, note } = content;
  const renderFact = ({ label, lines, was, link }: MailFact) =>
    [
      t("kit.mailLabel", { label }),
      was && `  ${t("kit.mailWas", { was })}`,
      ...lines.map((line) => `  ${line}`),
      link && `  ${t("kit.mailLabel", { label: link.label })} ${link.url}`,
    ]
      .filter(Boolean)
      .join("\n");
  const blocks = [
    heading ?? subject,
    opening,
    ...paragraphs,
    facts?.map(renderFact).join("\n"),
    code && `    ${code}`,
    button && `${t("kit.mailLabel", { label: button.label })}\n${button.url}`,
    closing,
    note,
    `-- \n${mailFooter(t, organization)}`,
    unsubscribePage && `${t("kit.mailLabel", { label: t("kit.mailUnsubscribe") })} ${unsubscribePage}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}
