/** CSV export of the reports: the rows that the page draws. */
import {
  cancelerLabels,
  cancellationLeadLabels,
  reportLabels,
  reportNames,
  type ReportName,
  type reports,
} from "#contract/reports.ts";
import { numberCell, textCell } from "#server/kit/documents/csv-cells.ts";
import { byteOrderMark, contentDisposition, formatCsv } from "#server/kit/documents/csv.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { methodLabels } from "#server/payments/export-columns.ts";
import { listSports } from "#server/sports/queries.ts";
import type { Language, Translate } from "#messages/translator.ts";
import { readCancellations } from "./cancellations.ts";
import { readCustomers } from "./customers.ts";
import { readOccupancy } from "./occupancy.ts";
import { readRevenue } from "./revenue.ts";

type CsvCall = RawCall<typeof reports.csv>;
type Cells = string[][];

const percentCell = (
  { takenMinutes, openMinutes }: { takenMinutes: number; openMinutes: number },
  language: Language,
) => numberCell(openMinutes === 0 ? null : (takenMinutes / openMinutes) * 100, language, 1);
const amountCell = (amount: number, language: Language) => numberCell(amount / 100, language, 2);
const hourName = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

async function listOccupancyRows(call: CsvCall): Promise<Cells> {
  const { t, language } = call;
  const { fields } = await readOccupancy(call);
  const head = [
    "events.facility",
    "events.field",
    "reports.takenMinutes",
    "reports.openMinutes",
    "reports.percent",
  ] as const;
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return [
    [...head.map((key) => t(key)), t("reports.percentBefore"), ...hours.map((hour) => `${hourName(hour)} (%)`)],
    ...fields.map((field) => [
      textCell(field.facilityName),
      textCell(field.name),
      numberCell(field.takenMinutes, language),
      numberCell(field.openMinutes, language),
      percentCell(field, language),
      percentCell(field.before, language),
      ...field.hours.map((hour) => percentCell(hour, language)),
    ]),
  ];
}

async function listRevenueRows(call: CsvCall): Promise<Cells> {
  const { db, t, language } = call;
  const { days, daysBefore, sports, methods, fields, currency } = await readRevenue(call);
  const names = new Map((await listSports(db, language)).map(({ id, name }) => [id, name]));
  const row = (by: string, name: string, amount: number, before: number | null) => [
    by,
    textCell(name),
    amountCell(amount, language),
    before === null ? "" : amountCell(before, language),
    currency,
  ];
  return [
    [t("reports.by"), t("reports.name"), t("reports.amount"), t("reports.amountBefore"), t("organizations.currency")],
    ...days.map(({ date, amount }, at) => row(t("reports.day"), date, amount, daysBefore[at]?.amount ?? null)),
    ...sports.map(({ sportId, amount, before }) =>
      row(t("reports.sport"), (sportId && names.get(sportId)) || t("reports.noSport"), amount, before),
    ),
    ...methods.map(({ method, amount, before }) => row(t("payments.method"), t(methodLabels[method]), amount, before)),
    ...fields.map(({ name, facilityName, amount, before }) =>
      row(t("events.field"), `${name} (${facilityName})`, amount, before),
    ),
  ];
}

async function listCancellationRows(call: CsvCall): Promise<Cells> {
  const { t, language } = call;
  const { sum, sumBefore, leads, cancelers, currency, hasRevenue } = await readCancellations(call);
  const money = (amount: number) => (hasRevenue ? [amountCell(amount, language)] : []);
  const row = (name: string, { bookings, canceled, noShows, refunded, kept }: typeof sum, isWhole = false) => [
    name,
    isWhole ? numberCell(bookings, language) : "",
    numberCell(canceled, language),
    isWhole ? numberCell(noShows, language) : "",
    ...money(refunded),
    ...money(kept),
    ...(hasRevenue ? [currency] : []),
  ];
  const moneyHeads = hasRevenue ? [t("reports.refunded"), t("reports.kept"), t("organizations.currency")] : [];
  return [
    [t("reports.name"), t("reports.bookings"), t("reports.canceled"), t("reports.noShows"), ...moneyHeads],
    row(t("reports.thisPeriod"), sum, true),
    row(t("reports.periodBefore"), sumBefore, true),
    ...leads.map(({ lead, ...counts }) => row(t(cancellationLeadLabels[lead]), counts)),
    ...cancelers.map(({ canceler, ...counts }) => row(t(cancelerLabels[canceler]), counts)),
  ];
}

async function listCustomerRows(call: CsvCall): Promise<Cells> {
  const { t, language } = call;
  const { sum, sumBefore } = await readCustomers(call);
  const row = (name: string, counts: typeof sum) => [
    name,
    ...[counts.fresh, counts.active, counts.lost, counts.returned].map((count) => numberCell(count, language)),
  ];
  return [
    [t("reports.name"), t("reports.fresh"), t("reports.active"), t("reports.lost"), t("reports.returned")],
    row(t("reports.thisPeriod"), sum),
    row(t("reports.periodBefore"), sumBefore),
  ];
}

const rowsOf: Record<ReportName, (call: CsvCall) => Promise<Cells>> = {
  occupancy: listOccupancyRows,
  revenue: listRevenueRows,
  cancellations: listCancellationRows,
  customers: listCustomerRows,
};
const fileName = (t: Translate, name: ReportName) => `${t("reports.title")} ${t(reportLabels[name])}.csv`;

/** @throws HttpError 404 for a report that does not exist, 403 for revenue without `payments.show` */
export async function downloadReport(call: CsvCall): Promise<void> {
  const { params, access, t, language, reply, request } = call;
  const name = reportNames.find((one) => one === params.report);
  if (!name || !access.isTeam) throw notFound();
  if (name === "revenue" && !access.permissions.has("payments.show")) throw forbidden("payments.show");
  reply.type("text/csv; charset=utf-8").header("content-disposition", contentDisposition(fileName(t, name)));
  if (request.method === "HEAD") return void (await reply.send(""));
  await reply.send(byteOrderMark + formatCsv(await rowsOf[name](call), language));
}
