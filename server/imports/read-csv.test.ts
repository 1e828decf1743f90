import { describe, expect, test } from "vitest";
import { HttpError } from "#server/kit/http/http-error.ts";
import { readTable } from "./read-csv.ts";

const read = (content: string | Buffer) => readTable(Buffer.from(content));
async function readRefused(content: string | Buffer) {
  const error: unknown = await read(content).catch((thrown: unknown) => thrown);
  return error instanceof HttpError ? [error.status, error.localizedMessage.key] : error;
}

describe("what a spreadsheet writes", () => {
  test.each([
    ["a comma", "name,city\nHall,Lyon\n"],
    ["a semicolon", "name;city\r\nHall;Lyon\r\n"],
    ["a tab", "name\tcity\nHall\tLyon"],
    ["a bar", "name|city\nHall|Lyon"],
    ["a caret", "name^city\nHall^Lyon\n"],
    ["spaces", "name city\nHall Lyon\n"],
    ["Excel's own line and a space", "sep= \nname city\nHall Lyon"],
    ["Excel's own line", "sep=;\nname;city\nHall;Lyon"],
    ["a byte order mark", "\uFEFFname,city\nHall,Lyon"],
    ["old line ends", "name,city\rHall,Lyon\r"],
  ])("is read with %s", async (_what, text) => {
    const { headers, rows } = await read(text);
    expect([headers, rows.map((row) => row.cells)]).toEqual([["name", "city"], [["Hall", "Lyon"]]]);
  });

  test("is read in UTF-8, in Windows-1252 and in UTF-16", async () => {
    const text = "nom;équipement\nÉcole;l’été à 5 €\n";
    const western = Buffer.from(text.replace("’", "\u0092").replace("€", "\u0080"), "latin1");
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    for (const content of [Buffer.from(text), western, wide]) {
      const { headers, rows } = await read(content);
      expect([headers, rows[0]?.cells]).toEqual([
        ["nom", "équipement"],
        ["École", "l’été à 5 €"],
      ]);
    }
  });

  test.each([
    ["a comma within a header", "name, place;city\nHall;Lyon\nPool;Bron\n", ";"],
    ["decimal commas", "name;lat,lon;city\nHall;45,7;Lyon\nPool;45,8;Bron\n", ";"],
    ["words within names", "field name,city\nCentre court,Lyon\n", ","],
    ["one column", "field name\nCourt\nCentre court 1\n", "none"],
  ])("is not parted by what only looks like a separator: %s", async (_what, text, delimiter) => {
    const { headers } = await read(text);
    expect(headers).toEqual(text.split("\n")[0]?.split(delimiter));
  });

  test("keeps line breaks, quotes and delimiters within quotes, and formulas as the text they are", async () => {
    const { rows } = await read('a,b\n"two\r\nlines","say ""hi"", now"\n=1+1,5" pipe\n');
    expect(rows).toEqual([
      { line: 2, cells: ["two\nlines", 'say "hi", now'] },
      { line: 4, cells: ["=1+1", '5" pipe'] },
    ]);
  });

  test("tells rows by their lines, empty ones left out, and columns that nobody filled in too", async () => {
    const { headers, rows } = await read("\n\na;b;;\n1;2;;\n\n;;;\n3;4;;;;\n");
    expect(headers).toEqual(["a", "b"]);
    expect(rows).toEqual([
      { line: 4, cells: ["1", "2"] },
      { line: 7, cells: ["3", "4"] },
    ]);
  });

  test("is the same wherever a part of it is read to: no line end and no sign is torn apart", async () => {
    const rows = Array.from({ length: 9000 }, (_, at) => [`Hall ${at}`, "🏐".repeat(at % 7), `é\n${at}`]);
    const [first, ...others] = ["\n", "\r\n", "\r"].map((end) =>
      ["a,b,c", ...rows.map(([a, b, c]) => `${a},${b},"${c?.replace("\n", end)}"`)].join(end),
    );
    const whole = await read(first ?? "");
    expect(whole.rows.map(({ cells }) => cells)).toEqual(rows);
    for (const text of others) expect(await read(text)).toEqual(whole);
  });

  test("keeps rows that are too short or too long, for they shall be told", async () => {
    const { rows } = await read("a,b\n1\n1,2,3\n");
    expect(rows.map((row) => row.cells.length)).toEqual([1, 3]);
  });
});

describe("what is no table is refused in clear words", () => {
  test.each([
    ["nothing", "", [422, "imports.empty"]],
    ["line ends", "\n\n\r\n", [422, "imports.empty"]],
    ["a header alone", "name,city\n", [422, "imports.noRows"]],
    ["a workbook", Buffer.from([0x50, 0x4b, 3, 4, 1]), [415, "imports.workbook"]],
    ["an old workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), [415, "imports.workbook"]],
    ["bytes", "a,b\n1,\u0000\n", [415, "imports.notText"]],
    ["a PDF", "%PDF-1.7\nxref\n", [415, "imports.notText"]],
    ["an open quote", 'a,b\n1,2\n"3,4\n5,6\n', [422, "imports.unreadable"]],
    ["many rows", `a\n${"1\n".repeat(20_001)}`, [422, "imports.tooManyRows"]],
    ["many columns", `${"a,".repeat(201)}\n${"1,".repeat(201)}`, [422, "imports.tooManyColumns"]],
  ])("%s", async (_what, content, expected) => expect(await readRefused(content)).toEqual(expected));

  test("an open quote is told with its line", async () => {
    const error = (await read('a,b\n1,2\n"3,4\n5,6\n').catch((thrown: unknown) => thrown)) as HttpError;
    expect(error.localizedMessage.params).toEqual({ line: 3 });
  });
});

test.each([
  ["a cell of ten megabytes", `a,b\n1,"${"x".repeat(10_000_000)}"\n`, [422, "imports.rowTooLong"]],
  ["ten megabytes of commas", `a,b\n1,${",".repeat(10_000_000)}\n`, [422, "imports.tooManyColumns"]],
  ["a header of ten megabytes", `${",".repeat(10_000_000)}\n1`, [422, "imports.tooManyColumns"]],
  ["ten megabytes of empty lines", `a,b\n1,2\n${"\n".repeat(10_000_000)}`, 1],
  ["ten megabytes of old line ends", `a,b\r1,2\r${"\r".repeat(10_000_000)}`, 1],
  ["ten megabytes of one word", "a".repeat(10_000_000), [422, "imports.rowTooLong"]],
  ["twenty thousand rows of one column", `a\n${"1\n".repeat(20_000)}`, 20_000],
])("%s: done in a moment, and others are answered meanwhile", async (_what, text, expected) => {
  // CPU time, so that other processes on the machine do not matter.
  const spent = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  let longest = 0;
  let last = spent();
  const timer = setInterval(() => {
    longest = Math.max(longest, spent() - last);
    last = spent();
  }, 1);
  const found = Array.isArray(expected) ? await readRefused(text) : (await read(text)).rows.length;
  clearInterval(timer);
  expect(found).toEqual(expected);
  expect(longest).toBeLessThan(1500);
});
