import { expect, test } from "vitest";
import { toErrorsCsv } from "./errors-csv.ts";

const headers = ["Line", "Column", "Value", "Problem"];

test("one line for each error, quoted as spreadsheets read it", () => {
  const errors = [{ line: 7, column: "Sport", value: 'the "old" one, red', message: "No such sport" }];
  expect(toErrorsCsv(headers, errors, ";")).toBe(
    '\uFEFF"Line";"Column";"Value";"Problem"\r\n"7";"Sport";"the ""old"" one, red";"No such sport"\r\n',
  );
});

test("what is about a whole row has no column, and nothing becomes a formula", () => {
  const errors = [{ line: 2, column: null, value: '=HYPERLINK("http://evil")', message: "-" }];
  expect(toErrorsCsv([], errors, ",")).toBe(`\uFEFF\r\n"2","","'=HYPERLINK(""http://evil"")","'-"\r\n`);
});
