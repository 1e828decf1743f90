/** Parses rows of a file into customers, or into faults. Does not use the database. */
import { setImmediate as breathe } from "node:timers/promises";
import { CustomerDraft } from "#contract/customers.ts";
import type { CustomerImportTarget, DateOrder } from "#contract/imports.ts";
import { splitName } from "#server/customers/booking-customer.ts";
import { customerColumnMap } from "#server/customers/column-map.ts";
import { assertRightNumbers } from "#server/customers/company-numbers.ts";
import { UNREADABLE_CHARACTER } from "#server/imports/file-encoding.ts";
import { nameOfCustomer } from "#server/imports/known-customers.ts";
import type { CsvLine, CsvTable } from "#server/imports/read-csv.ts";
import { createFault, type ImportFault } from "#server/imports/rows.ts";
import { parseDate } from "#server/imports/time-values.ts";
import { HttpError, invalidFields, type LocalizedMessage, message } from "#server/kit/http/http-error.ts";
import { parseInput } from "#server/kit/http/parse-input.ts";

export type CustomerMapping = readonly (CustomerImportTarget | null)[];
export type CustomerValues = Partial<Record<CustomerImportTarget, string>>;
export type ParsedCustomerRow = { line: number } & ({ draft: CustomerDraft } | { faults: ImportFault[] });

export interface CustomerReading {
  mapping: CustomerMapping;
  dateOrder: DateOrder;
  /** Local date of the upload: nobody is born after it. */
  today: string;
  /** The organization's: companies of a file name no country. */
  countryId: number;
}

type DraftReading = Pick<CustomerReading, "dateOrder" | "today" | "countryId">;

/** Years of two digits are of the last century where they would lie ahead. Other texts stay, and are refused as dates. */
function toIsoDate(text: string, { dateOrder, today }: DraftReading): string {
  const date = parseDate(text, dateOrder);
  if (!date) return text;
  const isAhead = Temporal.PlainDate.compare(date, today) > 0;
  return (isAhead && !text.includes(String(date.year)) ? date.subtract({ years: 100 }) : date).toString();
}

/**
 * A row with a company's name and no person's is a company.
 * @throws HttpError 422 with the members of the draft that are wrong
 */
export function toCustomerDraft({ fullName, ...values }: CustomerValues, reading?: DraftReading): CustomerDraft {
  const whole = fullName && !values.firstName && !values.lastName ? splitName(fullName) : undefined;
  const person = whole && { firstName: whole.first_name, lastName: whole.last_name };
  const isCompany = Boolean(values.legalName) && !values.firstName && !values.lastName && !person;
  const { birthDate } = values;
  const draft = {
    ...values,
    ...person,
    ...(birthDate && reading && { birthDate: toIsoDate(birthDate, reading) }),
    kind: isCompany ? "company" : "person",
  };
  const parsed = parseInput(CustomerDraft, draft) as CustomerDraft;
  if (nameOfCustomer(parsed) === "") throw invalidFields({ fullName: [message("customers.nameRequired")] });
  if (reading && parsed.kind === "company") assertRightNumbers(parsed, reading.countryId);
  return parsed;
}

/** Files say nothing of guardians, categories and payment terms: those that are known stay. */
export function toCustomerRow({
  guardianId: _guardian,
  roleIds: _roles,
  billing: _billing,
  paymentDays: _days,
  ...given
}: CustomerDraft) {
  return customerColumnMap.toRow(given);
}

const isTarget = (member: string, mapping: CustomerMapping): member is CustomerImportTarget =>
  mapping.includes(member as CustomerImportTarget);

/** Members that no column stands for are those of the name. */
const targetOf = (member: string, mapping: CustomerMapping): CustomerImportTarget =>
  isTarget(member, mapping) ? member : (mapping.find((target) => target?.endsWith("Name")) ?? "fullName");

function parseRow(row: CsvLine, width: number, reading: CustomerReading): ParsedCustomerRow {
  const { line, cells } = row;
  const { mapping } = reading;
  if (cells.length !== width) {
    const saying = message("imports.cellsMissing", { count: cells.length, expected: width });
    return { line, faults: [{ line, at: null, value: null, saying }] };
  }
  const fault = (target: CustomerImportTarget, saying: LocalizedMessage) => createFault(mapping, row, target, saying);
  const values = mapping.flatMap((target, at) => {
    const value = (cells[at] ?? "").trim();
    return target && value ? [[target, value] as const] : [];
  });
  const unreadable = values.filter(([, value]) => value.includes(UNREADABLE_CHARACTER));
  // Names identify: a damaged one would come again as another customer, once the file is corrected.
  if (unreadable.length > 0)
    return { line, faults: unreadable.map(([target]) => fault(target, message("imports.unreadableCell"))) };
  try {
    return { line, draft: toCustomerDraft(Object.fromEntries(values), reading) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const wrong = Object.entries(error.errors ?? { fullName: [error.localizedMessage] });
    return {
      line,
      faults: wrong.map(([member, [saying]]) => fault(targetOf(member, mapping), saying ?? error.localizedMessage)),
    };
  }
}

/** Rows parsed before other requests may run. */
const ROWS_PER_TURN = 500;

/** @returns one item per row, in the order of the file */
export async function parseCustomerRows(
  { headers, rows }: CsvTable,
  reading: CustomerReading,
): Promise<ParsedCustomerRow[]> {
  const parsed: ParsedCustomerRow[] = [];
  for (const row of rows) {
    parsed.push(parseRow(row, headers.length, reading));
    if (parsed.length % ROWS_PER_TURN === 0) await breathe();
  }
  return parsed;
}
