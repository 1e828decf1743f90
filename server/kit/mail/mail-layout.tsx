/** HTML layout of all mails (React Email). */
// Not from `@react-email/components`, which brings Tailwind and highlighting of code: 30 MB of memory.
import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { mailFooter } from "./mail-footer.ts";
import type { MailSender } from "./mail-sender-port.ts";
import type { MailFact, MailContent, MailContext } from "./mail-template.ts";

const lightColors = {
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
const darkColors = {
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

type Colors = typeof lightColors;

/** Every mail program applies inline styles; those with a dark mode also apply these rules. */
const darkStyle = (colors: Colors) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.canvas { background-color: ${lightColors.canvas}; }
@media (prefers-color-scheme: dark) {
  .canvas { background-color: ${colors.canvas} !important; }
  .surface { background-color: ${colors.surface} !important; border-color: ${colors.line} !important; }
  .sunken { background-color: ${colors.sunken} !important; border-color: ${colors.line} !important; color: ${colors.ink} !important; }
  .line { border-color: ${colors.line} !important; }
  .ink { color: ${colors.ink} !important; }
  .ink-2 { color: ${colors.ink2} !important; }
  .ink-3 { color: ${colors.ink3} !important; }
  .accent { color: ${colors.accent} !important; }
  .fill { background-color: ${colors.accent} !important; color: ${colors.onAccent} !important; }
}
@media (max-width: 520px) { .surface { padding: 28px 22px !important; } }
`;

const textStyle = { margin: "0 0 16px", fontSize: "15px", lineHeight: "24px", color: lightColors.ink2 };
const smallTextStyle = { margin: "0", fontSize: "13px", lineHeight: "20px", color: lightColors.ink3 };

const headingStyle = {
  margin: "0 0 16px",
  fontSize: "22px",
  lineHeight: "30px",
  fontWeight: 600,
  letterSpacing: "-0.011em",
  color: lightColors.ink,
};
const cardStyle = {
  padding: "36px 40px",
  border: `1px solid ${lightColors.line}`,
  borderRadius: "14px",
  backgroundColor: lightColors.surface,
};
const footerStyle = { ...smallTextStyle, margin: "24px 8px 0", fontSize: "12px", lineHeight: "18px" };
const brandStyle = {
  color: lightColors.ink,
  textDecoration: "none",
  fontSize: "16px",
  fontWeight: 600,
  letterSpacing: "-0.01em",
};
const MARK_SIZE = 32;
const markStyle = {
  display: "inline-block",
  width: `${MARK_SIZE}px`,
  height: `${MARK_SIZE}px`,
  marginRight: "10px",
  borderRadius: "8px",
  fontSize: "14px",
  lineHeight: `${MARK_SIZE}px`,
  fontWeight: 700,
  textAlign: "center",
  verticalAlign: "middle",
} as const;
const codeStyle = {
  padding: "18px 12px",
  border: `1px solid ${lightColors.line}`,
  borderRadius: "10px",
  backgroundColor: lightColors.sunken,
  color: lightColors.ink,
  fontFamily: mono,
  fontSize: "32px",
  lineHeight: "40px",
  fontWeight: 600,
  letterSpacing: "0.24em",
  textAlign: "center",
} as const;
const buttonStyle = ({ accent, onAccent }: Colors) => ({
  display: "inline-block",
  padding: "12px 22px",
  borderRadius: "8px",
  backgroundColor: accent,
  color: onAccent,
  fontSize: "15px",
  fontWeight: 600,
  textDecoration: "none",
});

export const renderHtml = (content: MailContent, context: MailContext): Promise<string> =>
  render(<MailLayout content={content} context={context} />);

interface MailLayoutProps {
  content: MailContent;
  context: MailContext;
}
const MailLayout = ({ content, context: { t, language, appUrl, organization, unsubscribePage } }: MailLayoutProps) => {
  const light = { ...lightColors, ...organization?.accent?.light };
  const dark = { ...darkColors, ...organization?.accent?.dark };
  return (
    <Html lang={language} dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{content.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: darkStyle(dark) }} />
      </Head>
      <Preview>{content.preview}</Preview>
      <Body className="canvas" style={{ margin: "0", padding: "0" }}>
        {/* Body puts its colour on a cell without a class, which the dark style cannot select. */}
        <Section className="canvas" style={{ backgroundColor: lightColors.canvas, fontFamily: font }}>
          <div style={{ padding: "40px 16px" }}>
            <Container style={{ maxWidth: "520px", margin: "0 auto" }}>
              <Brand appUrl={appUrl} organization={organization} colors={light} />
              <Section className="surface" style={cardStyle}>
                <Heading as="h1" className="ink" style={headingStyle}>
                  {content.heading ?? content.subject}
                </Heading>
                {content.opening && <Paragraph text={content.opening} />}
                {content.paragraphs.map((paragraph, index) => (
                  <Paragraph key={index} text={paragraph} />
                ))}
                {content.facts && (
                  <Section style={{ margin: "8px 0 24px" }}>
                    {content.facts.map((fact) => (
                      <Fact key={`${fact.label} ${fact.lines.join(" ")}`} {...fact} colors={light} />
                    ))}
                  </Section>
                )}
                {content.code && <Code code={content.code} />}
                {content.button && <ButtonAndLink {...content.button} hint={t("kit.mailLink")} colors={light} />}
                {content.closing && <Paragraph text={content.closing} />}
                {content.note && (
                  <>
                    <Hr className="line" style={{ margin: "8px 0 20px", borderColor: lightColors.line }} />
                    <Text className="ink-3" style={smallTextStyle}>
                      {content.note}
                    </Text>
                  </>
                )}
              </Section>
              <Text className="ink-3" style={footerStyle}>
                {mailFooter(t, organization)}
                {unsubscribePage && (
                  <>
                    {" "}
                    <Link
                      href={unsubscribePage}
                      className="ink-3"
                      style={{ color: "inherit", textDecoration: "underline" }}
                    >
                      {t("kit.mailUnsubscribe")}
                    </Link>
                  </>
                )}
              </Text>
            </Container>
          </div>
        </Section>
      </Body>
    </Html>
  );
};

interface BrandProps {
  appUrl: string;
  organization: MailSender | undefined;
  colors: Colors;
}
const Brand = ({ appUrl, organization, colors }: BrandProps) => (
  <Section style={{ margin: "0 0 28px" }}>
    <Link href={appUrl} className="ink" style={brandStyle}>
      <Mark appUrl={appUrl} organization={organization} colors={colors} />
      {organization?.name ?? "Baseline"}
    </Link>
  </Section>
);

function Mark({ appUrl, organization, colors }: BrandProps) {
  if (organization?.logoPath)
    return <img src={appUrl + organization.logoPath} width={MARK_SIZE} height={MARK_SIZE} alt="" style={markStyle} />;
  if (organization)
    return (
      <span style={{ ...markStyle, backgroundColor: organization.initialsColor, color: "#ffffff" }}>
        {organization.initials}
      </span>
    );
  return (
    <span className="fill" style={{ ...markStyle, backgroundColor: colors.accent, color: colors.onAccent }}>
      B
    </span>
  );
}

const Paragraph = ({ text }: { text: string }) => (
  <Text className="ink-2" style={{ ...textStyle, whiteSpace: "pre-line" }}>
    {text}
  </Text>
);

const Code = ({ code }: { code: string }) => (
  <Section style={{ margin: "8px 0 24px" }}>
    <div className="sunken" style={codeStyle}>
      {code}
    </div>
  </Section>
);

const Fact = ({ label, lines, was, link, colors }: MailFact & { colors: Colors }) => (
  <div style={{ margin: "0 0 12px" }}>
    <div className="ink-3" style={smallTextStyle}>
      {label}
    </div>
    {was && (
      <div className="ink-3" style={{ ...textStyle, margin: "0", color: lightColors.ink3 }}>
        <del>{was}</del>
      </div>
    )}
    {lines.map((line, index) => (
      <div key={index} className="ink" style={{ ...textStyle, margin: "0", color: lightColors.ink }}>
        {line}
      </div>
    ))}
    {link && (
      <Link href={link.url} className="accent" style={{ ...textStyle, margin: "0", color: colors.accent }}>
        {link.label}
      </Link>
    )}
  </div>
);

const ButtonAndLink = ({ label, url, hint, colors }: { label: string; url: string; hint: string; colors: Colors }) => (
  <>
    <Section style={{ margin: "8px 0 24px" }}>
      <Button href={url} className="fill" style={buttonStyle(colors)}>
        {label}
      </Button>
    </Section>
    <Text className="ink-3" style={{ ...smallTextStyle, margin: "0 0 20px" }}>
      {hint}
      <br />
      <Link href={url} className="accent" style={{ color: colors.accent, wordBreak: "break-all" }}>
        {url}
      </Link>
    </Text>
  </>
);
