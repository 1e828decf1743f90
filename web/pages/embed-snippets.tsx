import type { PageSettings } from "#contract/pages.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CopyField } from "#web/kit/ui/copy-field.tsx";

const escapeAttribute = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

/** Three ways to lead visitors of another site to the page. */
export function EmbedSnippets({ page, name }: { page: PageSettings; name: string }) {
  const t = useTranslation();
  const { origin } = new URL(page.url);
  const title = escapeAttribute(t("pages.embedTitle", { name }));
  const embed = `${origin}/embed/${page.slug}`;
  const frame = `<iframe src="${embed}" title="${title}" style="width:100%;height:480px;border:0" loading="lazy"></iframe>`;
  const script = `<script async src="${origin}/embed.js" data-club="${page.slug}" data-title="${title}"></script>`;
  const words = { copy: t("pages.copy"), copied: t("pages.copied") };
  return (
    <FormSection title={t("pages.embeds")} hint={t("pages.embedsHint")}>
      {page.state === "off" ? (
        <p className="text-13 text-ink-2">{t("pages.embedOff")}</p>
      ) : (
        <>
          <CopyField {...words} label={t("pages.embedLink")} hint={t("pages.embedLinkHint")} value={page.url} />
          <CopyField {...words} label={t("pages.embedScript")} hint={t("pages.embedScriptHint")} value={script} />
          <CopyField {...words} label={t("pages.embedFrame")} hint={t("pages.embedFrameHint")} value={frame} />
        </>
      )}
    </FormSection>
  );
}
