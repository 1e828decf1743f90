/** Mail to whoever holds a pack that ends soon, with units left. */
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { dateFormats } from "#messages/dates.ts";

interface PackEndingParams {
  organization: string;
  name: string;
  unit: "count" | "minutes";
  left: number;
  /** Local date. */
  expiresOn: string;
  /** Days until then. */
  days: number;
  /** Leads to where free times are found. */
  link: string;
}

export const packEndingMail = defineMailTemplate<PackEndingParams>(
  "packs.ending",
  ({ organization, name, unit, left, expiresOn, days, link }, { t, language }) => {
    const date = dateFormats(language, "UTC").weekdayDate(`${expiresOn}T00:00:00Z`);
    const units =
      unit === "minutes" ? t("packs.minutesCount", { count: left }) : t("packs.unitsCount", { count: left });
    const text = t("packs.mailEndingText", { name, organization, date, units });
    return {
      subject: t("packs.mailEndingSubject", { name, count: days }),
      preview: text,
      paragraphs: [text],
      button: { label: t("packs.mailEndingButton"), url: link },
    };
  },
  {
    example: ({ organization, formerStart, url }) => ({
      ...{ organization, name: "10 × 60", unit: "count", left: 4, days: 7 },
      ...{ expiresOn: formerStart.slice(0, 10), link: url },
    }),
  },
);
