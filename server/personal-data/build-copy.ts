/** Builds the ZIP file of a person's data: JSON by kind of record, invoices as PDF, and a page that explains them. */
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { recordLabels } from "#contract/personal-data-endpoints.ts";
import type { PersonalRecord } from "#contract/personal-data.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { findOrRenderPdf } from "#server/invoices/stored-files.ts";
import { html, type Html } from "#server/kit/http/html.ts";
import { renderPlainPage } from "#server/kit/http/plain-page.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { PersonalRows, Row } from "./collect-rows.ts";

interface CopyDraft {
  rows: PersonalRows;
  language: Language;
  email: string;
  now: Date;
}

interface CopiedInvoice {
  organizationId: string;
  id: string;
  path: string;
}

const style = html`:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif } body { max-width: 46rem;
margin: 2rem auto; padding: 0 1rem } table { width: 100%; border-collapse: collapse } th, td { padding: 0.4rem 0.6rem;
border-bottom: 1px solid #8886; text-align: start } td:last-child, th:last-child { text-align: end }`;

export const invoicesOf = ({ records }: PersonalRows): CopiedInvoice[] =>
  (records.invoices["invoices"] ?? []).map(({ organization_id, id, number }: Row) => ({
    organizationId: String(organization_id),
    id: String(id),
    // Two organizations may have the same number.
    path: `invoices/${String(number).replace(/[^\w.-]/g, "_")}-${String(id).slice(-6)}.pdf`,
  }));

const countRows = (tables: Record<string, Row[]>) => Object.values(tables).reduce((sum, rows) => sum + rows.length, 0);
const fileOf = (record: string) => `data/${record.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;

function renderPage({ rows, language, email, now }: CopyDraft, invoices: readonly CopiedInvoice[]): Html {
  const t = translators[language];
  const title = t("personal-data.pageTitle");
  const records = Object.entries(rows.records).filter(([, tables]) => countRows(tables) > 0);
  const made = `${dateFormats(language, "UTC").dateTime(now.toISOString())} UTC`;
  const line = ([record, tables]: [string, Record<string, Row[]>]) =>
    html`<tr>
      <td><a href="${fileOf(record)}">${t(recordLabels[record as PersonalRecord])}</a></td>
      <td>${countRows(tables)}</td>
    </tr> `;
  const body = html`<main>
    <h1>${title}</h1>
    <p>${t("personal-data.pageIntro", { email, at: made })}</p>
    <p>${t("personal-data.pageFormat")}</p>
    <table>
      <thead>
        <tr>
          <th>${t("personal-data.pageRecord")}</th>
          <th>${t("personal-data.pageRows")}</th>
        </tr>
      </thead>
      <tbody>
        ${records.map(line)}
      </tbody>
    </table>
    <p>${t("personal-data.pageNames")} <a href="${fileOf("names")}">${fileOf("names")}</a></p>
    ${invoices.length > 0 && html`<h2>${t("personal-data.pageInvoices")}</h2>`}
    <ul>
      ${invoices.map(({ path }) => html`<li><a href="${path}">${path.slice("invoices/".length)}</a></li>`)}
    </ul>
    <p>${t("personal-data.pageLeftOut")}</p>
  </main>`;
  return renderPlainPage({ language, title, style, body });
}

/** @param onInvoice called after each PDF */
export async function buildCopy(
  appContext: AppContext,
  draft: CopyDraft,
  onInvoice: () => Promise<void>,
): Promise<Buffer> {
  const { rows, now } = draft;
  const zip = new ZipFile();
  // An error of the archive is one of the stream that is read.
  zip.on("error", (error: Error) => zip.outputStream.emit("error", error));
  const content = buffer(zip.outputStream);
  const invoices = invoicesOf(rows);
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { mtime: now });
  add("index.html", renderPage(draft, invoices).html);
  for (const [record, tables] of Object.entries({ ...rows.records, names: rows.names }))
    if (countRows(tables) > 0) add(fileOf(record), `${JSON.stringify(tables, null, 2)}\n`);
  for (const { organizationId, id, path } of invoices) {
    zip.addBuffer(await findOrRenderPdf(appContext, organizationId, id), path, { compress: false, mtime: now });
    await onInvoice();
  }
  zip.end();
  return content;
}
