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

/** @param number of the entry in the file. It is not validated: its period stays open */
export const formatFecEntry = ({ journal, date, piece, label, lines }: JournalEntry, number: number): string =>
  lines
    .map(({ account, accountLabel, auxiliary, debit, credit }) =>
      formatLine([
        ...[journal, journalNames[journal], String(number), dateCell(date), account, cell(accountLabel)],
        ...[auxiliary?.number ?? "", cell(auxiliary?.name ?? ""), cell(piece), dateCell(date), cell(label)],
        ...[amountCell(debit), amountCell(credit), "", "", "", "", ""],
      ]),
    )
    .join("");
