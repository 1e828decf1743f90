/**
 * Reads tables of a MySQL or MariaDB dump (`mysqldump`): the columns of `CREATE TABLE`, the rows of `INSERT` and `REPLACE`.
 * All other statements are skipped, nothing is run. Reads each character once, so that no text takes long.
 */

import { setImmediate as breathe } from "node:timers/promises";

/** Rows read before other requests may run. */
const ROWS_PER_TURN = 500;

/** The text is no dump that can be read. */
export class SqlDumpError extends Error {}

/** Values of columns by name; null for NULL. */
export type DumpRow = Record<string, string | null>;

export interface DumpRequest {
  /** Names of columns by table; tables may have a prefix that ends with `_`. Other tables and columns are skipped. */
  tables: Readonly<Record<string, readonly string[]>>;
  /** Rows of all tables together. */
  maxRows: number;
}

type Token = { kind: "word" | "name" | "text"; value: string } | { kind: "sign"; value: string } | { kind: "end" };

const escapes: Record<string, string> = { 0: "", n: "\n", r: "\r", t: "\t", b: "", Z: "" };
const constraintWords = new Set("primary key unique index constraint foreign fulltext spatial check period".split(" "));
const wordSigns = /[\p{L}\p{N}_$@]/u;

class Scanner {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  next(): Token {
    this.skipBlanks();
    const sign = this.text.charAt(this.at);
    if (sign === "") return { kind: "end" };
    if (sign === "'") return { kind: "text", value: this.readQuoted("'") };
    if (sign === "`" || sign === '"') return { kind: "name", value: this.readQuoted(sign) };
    if (!wordSigns.test(sign)) {
      this.at++;
      return { kind: "sign", value: sign };
    }
    const from = this.at;
    while (this.at < this.text.length && wordSigns.test(this.text.charAt(this.at))) this.at++;
    return { kind: "word", value: this.text.slice(from, this.at) };
  }

  private skipBlanks(): void {
    for (;;) {
      while (this.text.charAt(this.at) !== "" && this.text.charAt(this.at).trim() === "") this.at++;
      const two = this.text.slice(this.at, this.at + 2);
      if (two === "--" || two.startsWith("#")) this.skipPast("\n");
      else if (two === "/*") this.skipPast("*/");
      else return;
    }
  }

  private skipPast(end: string): void {
    const found = this.text.indexOf(end, this.at);
    this.at = found === -1 ? this.text.length : found + end.length;
  }

  /** Quotes are doubled or escaped within. */
  private readQuoted(quote: string): string {
    const parts: string[] = [];
    let from = ++this.at;
    for (; this.at < this.text.length; this.at++) {
      const sign = this.text.charAt(this.at);
      if (sign === "\\" && quote !== "`") {
        const escaped = this.text.charAt(this.at + 1);
        parts.push(this.text.slice(from, this.at), escapes[escaped] ?? escaped);
        from = ++this.at + 1;
      } else if (sign === quote) {
        if (this.text.charAt(this.at + 1) !== quote) {
          parts.push(this.text.slice(from, this.at));
          this.at++;
          return parts.join("");
        }
        parts.push(this.text.slice(from, this.at + 1));
        from = ++this.at + 1;
      }
    }
    throw new SqlDumpError("A quote is not closed");
  }
}

const isSign = (token: Token, value: string) => token.kind === "sign" && token.value === value;
const isWord = (token: Token, ...words: string[]) => token.kind === "word" && words.includes(token.value.toLowerCase());

class DumpReader {
  readonly rows = new Map<string, DumpRow[]>();
  private readonly scanner: Scanner;
  private readonly request: DumpRequest;
  private readonly columns = new Map<string, string[]>();
  private count = 0;

  constructor(text: string, request: DumpRequest) {
    this.scanner = new Scanner(text);
    this.request = request;
  }

  async read(): Promise<void> {
    for (;;) {
      const token = this.scanner.next();
      if (token.kind === "end") return;
      if (isSign(token, ";")) continue;
      if (isWord(token, "create")) this.readCreate();
      else if (isWord(token, "insert", "replace")) await this.readInsert();
      else this.skipStatement();
    }
  }

  /** The table of the request that the name means, without its prefix. */
  private tableOf(name: string): string | undefined {
    const own = name.toLowerCase();
    return Object.keys(this.request.tables).find((table) => own === table || own.endsWith(`_${table}`));
  }

  /** A name, alone or after that of its database. */
  private readName(): { name: string; next: Token } {
    const first = this.scanner.next();
    let name = "value" in first ? first.value : "";
    let next = this.scanner.next();
    while (isSign(next, ".")) {
      const part = this.scanner.next();
      name = "value" in part ? part.value : "";
      next = this.scanner.next();
    }
    return { name, next };
  }

  private readCreate(): void {
    let token = this.scanner.next();
    if (isWord(token, "temporary")) token = this.scanner.next();
    if (!isWord(token, "table")) return this.skipStatement(token);
    const { name, next } = this.readName();
    if (!isSign(next, "(")) return this.skipStatement(next);
    const columns: string[] = [];
    let isFirst = true;
    for (let depth = 1; depth > 0;) {
      const part = this.scanner.next();
      if (part.kind === "end") throw new SqlDumpError("A table is not closed");
      if (isFirst && (part.kind === "name" || (part.kind === "word" && !constraintWords.has(part.value.toLowerCase()))))
        columns.push(part.value.toLowerCase());
      isFirst = depth === 1 && isSign(part, ",");
      if (isSign(part, "(")) depth++;
      if (isSign(part, ")")) depth--;
    }
    const table = this.tableOf(name);
    if (table) this.columns.set(table, columns);
    this.skipStatement();
  }

  private async readInsert(): Promise<void> {
    let token = this.scanner.next();
    while (isWord(token, "ignore", "low_priority", "delayed", "high_priority")) token = this.scanner.next();
    if (!isWord(token, "into")) return this.skipStatement(token);
    const { name, next } = this.readName();
    const table = this.tableOf(name);
    if (!table) return this.skipStatement(next);
    let columns = this.columns.get(table);
    let at = next;
    if (isSign(at, "(")) {
      columns = this.readTuple().map((value) => (value ?? "").toLowerCase());
      at = this.scanner.next();
    }
    if (!isWord(at, "values", "value")) return this.skipStatement(at);
    if (!columns) throw new SqlDumpError(`The columns of ${table} are not in the dump`);
    const rows = this.rows.get(table) ?? [];
    this.rows.set(table, rows);
    at = this.scanner.next();
    while (isSign(at, "(")) {
      if (++this.count > this.request.maxRows) throw new SqlDumpError("The dump has too many rows");
      rows.push(this.toRow(table, columns, this.readTuple()));
      if (rows.length % ROWS_PER_TURN === 0) await breathe();
      at = this.scanner.next();
      if (isSign(at, ",")) at = this.scanner.next();
    }
    this.skipStatement(at);
  }

  private toRow(table: string, columns: readonly string[], values: readonly (string | null)[]): DumpRow {
    if (values.length !== columns.length) throw new SqlDumpError(`A row of ${table} has other columns`);
    const wanted = this.request.tables[table] ?? [];
    return Object.fromEntries(wanted.map((column) => [column, values[columns.indexOf(column)] ?? null]));
  }

  /** Values up to the closing bracket; names and words as they are. */
  private readTuple(): (string | null)[] {
    const values: (string | null)[] = [];
    let value: string | null = null;
    for (;;) {
      const token = this.scanner.next();
      if (token.kind === "end") throw new SqlDumpError("A row is not closed");
      if (isSign(token, "(")) throw new SqlDumpError("A row has an expression");
      if (isSign(token, ",") || isSign(token, ")")) {
        values.push(value);
        value = null;
        if (isSign(token, ")")) return values;
      } else if (isWord(token, "null")) value = null;
      // Numbers come in parts, and texts after the name of their character set.
      else value = token.kind === "text" ? token.value : (value ?? "") + token.value;
    }
  }

  private skipStatement(from?: Token): void {
    for (let token = from ?? this.scanner.next(); token.kind !== "end" && !isSign(token, ";");)
      token = this.scanner.next();
  }
}

/** @throws SqlDumpError */
export async function readSqlDump(text: string, request: DumpRequest): Promise<Map<string, DumpRow[]>> {
  const reader = new DumpReader(text, request);
  await reader.read();
  return reader.rows;
}
