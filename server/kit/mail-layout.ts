/** How every mail looks: one card, the product's colours in light and dark, a button and its plain link; and the same as plain text. */
import type { ReactNode } from "react";
import type { Fact, Letter, Reader } from "./mail-template.ts";

/** The tokens of the web, as mail programs know colours. */
const light = {
  canvas: "#f2f5f3",
  surface: "#ffffff",
  sunken: "#f7f9f8",
  line: "#e1e5e2",
  ink: "#17211d",
  ink2: "#47514d",
  ink3: "#616a66",
  accent: "#116b4b",
  onAccent: "#ffffff",
};
const dark = {
  canvas: "#0c100e",
  surface: "#131816",
  sunken: "#101312",
  line: "#272c2a",
  ink: "#eaedeb",
  ink2: "#adb3af",
  ink3: "#949b97",
  accent: "#69d3a2",
  onAccent: "#011c11",
};

const font =
  "'Geist Variable', Geist, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/** Mail programs keep inline styles; those that know dark mode also read these. */
const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.canvas { background-color: ${light.canvas}; }
@media (prefers-color-scheme: dark) {
  .canvas { background-color: ${dark.canvas} !important; }
  .surface { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .sunken { background-color: ${dark.sunken} !important; border-color: ${dark.line} !important; color: ${dark.ink} !important; }
  .line { border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .ink-2 { color: ${dark.ink2} !important; }
  .ink-3 { color: ${dark.ink3} !important; }
  .accent { color: ${dark.accent} !important; }
  .fill { background-color: ${dark.accent} !important; color: ${dark.onAccent} !important; }
}
@media (max-width: 520px) { .surface { padding: 28px 22px !important; } }
`;

const text = { margin: "0 0 16px", fontSize: "15px", lineHeight: "24px", color: light.ink2 };
const small = { margin: "0", fontSize: "13px", lineHeight: "20px", color: light.ink3 };

export interface LaidOut {
  html: string;
  text: string;
}

export async function layOut(letter: Letter, reader: Reader): Promise<LaidOut> {
  // Loaded with the first mail: it takes longer than a start may.
  const [{ createElement: h }, mail, { render }] = await Promise.all([
    import("react"),
    import("@react-email/components"),
    import("@react-email/render"),
  ]);
  const { t, language, appUrl } = reader;
  const { code, button, note } = letter;

  const brand = h(
    mail.Section,
    { style: { margin: "0 0 28px" } },
    h(
      mail.Link,
      {
        href: appUrl,
        className: "ink",
        style: {
          color: light.ink,
          textDecoration: "none",
          fontSize: "16px",
          fontWeight: 600,
          letterSpacing: "-0.01em",
        },
      },
      h(
        "span",
        {
          className: "fill",
          style: {
            display: "inline-block",
            width: "26px",
            height: "26px",
            marginRight: "10px",
            borderRadius: "8px",
            backgroundColor: light.accent,
            color: light.onAccent,
            fontSize: "15px",
            lineHeight: "26px",
            fontWeight: 700,
            textAlign: "center",
          },
        },
        "B",
      ),
      "Baseline",
    ),
  );
  const codeBox =
    code &&
    h(
      mail.Section,
      { style: { margin: "8px 0 24px" } },
      h(
        "div",
        {
          className: "sunken",
          style: {
            padding: "18px 12px",
            border: `1px solid ${light.line}`,
            borderRadius: "10px",
            backgroundColor: light.sunken,
            color: light.ink,
            fontFamily: mono,
            fontSize: "32px",
            lineHeight: "40px",
            fontWeight: 600,
            letterSpacing: "0.24em",
            textAlign: "center",
          },
        },
        code,
      ),
    );
  const line = (content: ReactNode, key: number) =>
    h("div", { key, className: "ink", style: { ...text, margin: "0", color: light.ink } }, content);
  const shownFact = ({ label, lines, was }: Fact) =>
    h(
      "div",
      { key: label, style: { margin: "0 0 12px" } },
      h("div", { className: "ink-3", style: small }, label),
      was && h("div", { className: "ink-3", style: { ...text, margin: "0", color: light.ink3 } }, h("del", null, was)),
      ...lines.map(line),
    );
  const factList =
    letter.facts && h(mail.Section, { key: "facts", style: { margin: "8px 0 24px" } }, ...letter.facts.map(shownFact));
  const buttonAndLink = button && [
    h(
      mail.Section,
      { key: "button", style: { margin: "8px 0 24px" } },
      h(
        mail.Button,
        {
          href: button.url,
          className: "fill",
          style: {
            display: "inline-block",
            padding: "12px 22px",
            borderRadius: "8px",
            backgroundColor: light.accent,
            color: light.onAccent,
            fontSize: "15px",
            fontWeight: 600,
            textDecoration: "none",
          },
        },
        button.label,
      ),
    ),
    h(
      mail.Text,
      { key: "link", className: "ink-3", style: { ...small, margin: "0 0 20px" } },
      t("kit.mailLink"),
      h("br"),
      h(
        mail.Link,
        { href: button.url, className: "accent", style: { color: light.accent, wordBreak: "break-all" } },
        button.url,
      ),
    ),
  ];
  const card: ReactNode[] = [
    h(
      mail.Heading,
      {
        as: "h1",
        key: "heading",
        className: "ink",
        style: {
          margin: "0 0 16px",
          fontSize: "22px",
          lineHeight: "30px",
          fontWeight: 600,
          letterSpacing: "-0.011em",
          color: light.ink,
        },
      },
      letter.heading ?? letter.subject,
    ),
    ...letter.paragraphs.map((paragraph) =>
      h(mail.Text, { key: paragraph, className: "ink-2", style: text }, paragraph),
    ),
    factList,
    codeBox,
    buttonAndLink,
    note && h(mail.Hr, { key: "rule", className: "line", style: { margin: "8px 0 20px", borderColor: light.line } }),
    note && h(mail.Text, { key: "note", className: "ink-3", style: small }, note),
  ];
  const page = h(
    mail.Html,
    { lang: language, dir: "ltr" },
    h(
      mail.Head,
      null,
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("title", null, letter.subject),
      h("style", { dangerouslySetInnerHTML: { __html: darkStyle } }),
    ),
    h(mail.Preview, null, letter.preview),
    h(
      mail.Body,
      { className: "canvas", style: { margin: "0", padding: "0" } },
      // The body's own colour ends on a cell without a class, where the dark style cannot reach it.
      h(
        mail.Section,
        { className: "canvas", style: { backgroundColor: light.canvas, fontFamily: font } },
        h(
          "div",
          { style: { padding: "40px 16px" } },
          h(
            mail.Container,
            { style: { maxWidth: "520px", margin: "0 auto" } },
            brand,
            h(
              mail.Section,
              {
                className: "surface",
                style: {
                  padding: "36px 40px",
                  border: `1px solid ${light.line}`,
                  borderRadius: "14px",
                  backgroundColor: light.surface,
                },
              },
              ...card,
            ),
            h(
              mail.Text,
              { className: "ink-3", style: { ...small, margin: "24px 8px 0", fontSize: "12px", lineHeight: "18px" } },
              t("kit.mailFooter"),
            ),
          ),
        ),
      ),
    ),
  );
  return { html: await render(page), text: plain(letter, reader) };
}

/** Written by hand rather than taken from the HTML: what is read aloud or in a terminal wants its own order. */
function plain(letter: Letter, { t }: Reader): string {
  const { heading, subject, paragraphs, facts, code, button, note } = letter;
  const told = ({ label, lines, was }: Fact) =>
    [t("kit.mailLabel", { label }), was && `  ${t("kit.mailWas", { was })}`, ...lines.map((one) => `  ${one}`)]
      .filter(Boolean)
      .join("\n");
  const blocks = [
    heading ?? subject,
    ...paragraphs,
    facts?.map(told).join("\n"),
    code && `    ${code}`,
    button && `${t("kit.mailLabel", { label: button.label })}\n${button.url}`,
    note,
    `-- \n${t("kit.mailFooter")}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}
