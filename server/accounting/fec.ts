/** Lines of a FEC (fichier des écritures comptables, article A47 A-1 of the LPF). */
import type { Journal, JournalEntry } from "#contract/accounting.ts";

const columns = [
  ...["JournalCode", "JournalLib", "EcritureNum", "EcritureDate", "CompteNum", "CompteLib"],
  ...["CompAuxNum", "CompAuxLib", "PieceRef", "PieceDate", "EcritureLib", "Debit", "Credit"],
  ...["EcritureLet", "DateLet", "ValidDate", "Montantdevise", "Idevise"],
];

const journalNames: Record<Journal, string> = {
  VE: "Ventes",
  CA: "Caisse",
  BQ: "Banque et encaissements",
  OD: "Opérations diverses",
};

/** A separator inside a cell would move the others. */
const cell = (text: string): string => text.replace(/\s+/gu, " ").trim();
const dateCell = (date: string): string => date.replaceAll("-", "");
const amountCell = (minor: number): string => (minor / 100).toFixed(2).replace(".", ",");
const formatLine = (cells: readonly string[]): string => `${cells.join("\t")}\r\n`;

export const formatFecHead = (): string => formatLine(columns);

/**
 * Numbers entries by month ("202611-1"), so that an entry has the same number in the file of its month and of its year.
 * @returns a function that takes the date of each entry, in order
 */
export function numberFecEntries(): (date: string) => string {
  let month = "";
  let number = 0;
  return (date) => {
    const itsMonth = dateCell(date).slice(0, 6);
    number = itsMonth === month ? number + 1 : 1;
    month = itsMonth;
    return `${month}-${number}`;
  };
}

/** @param number of the entry. It is not validated: its period stays open */
export const formatFecEntry = ({ journal, date, piece, label, lines }: JournalEntry, number: string): string =>
  lines
    .map(({ account, accountLabel, auxiliary, debit, credit }) =>
      formatLine([
        ...[journal, journalNames[journal], number, dateCell(date), account, cell(accountLabel)],
        ...[auxiliary?.number ?? "", cell(auxiliary?.name ?? ""), cell(piece), dateCell(date), cell(label)],
        ...[amountCell(debit), amountCell(credit), "", "", "", "", ""],
      ]),
    )
    .join("");
