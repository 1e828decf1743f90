/** Lines of a FEC (fichier des écritures comptables, article A47 A-1 of the LPF). */
import { monthOf } from "#contract/accounting-period-rules.ts";
import type { Journal, JournalEntry } from "#contract/accounting.ts";
import { encodeLatin9 } from "./latin9.ts";

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

export interface Fec {
  head: Buffer;
  /** @param entry the next one of its month, which numbers it */
  format(entry: JournalEntry): Buffer;
}

/** Entries are numbered anew in each month, so that files of a month and of its year agree. */
export function createFec(): Fec {
  let month = "";
  let number = 0;
  return {
    head: encodeLatin9(formatLine(columns)),
    format({ journal, date, piece, label, lines, closedOn }) {
      const its = monthOf(date).replace("-", "");
      number = its === month ? number + 1 : 1;
      month = its;
      const validDate = closedOn === null ? "" : dateCell(closedOn);
      const rows = lines.map(({ account, accountLabel, auxiliary, debit, credit }) =>
        formatLine([
          ...[journal, journalNames[journal], `${month}-${number}`, dateCell(date), account, cell(accountLabel)],
          ...[auxiliary?.number ?? "", cell(auxiliary?.name ?? ""), cell(piece), dateCell(date), cell(label)],
          ...[amountCell(debit), amountCell(credit), "", "", validDate, "", ""],
        ]),
      );
      return encodeLatin9(rows.join(""));
    },
  };
}
