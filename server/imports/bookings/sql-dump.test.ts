import { expect, test } from "vitest";
import { readSqlDump, SqlDumpError } from "./sql-dump.ts";

const request = { tables: { entry: ["id", "name", "note"] }, maxRows: 10 };
const read = async (text: string) => (await readSqlDump(text, request)).get("entry");

const table =
  "CREATE TABLE `mrbs_entry` (`id` int NOT NULL, `note` text, `name` varchar(80), PRIMARY KEY (`id`), KEY `k` (`name`));";

test("rows have the columns of their table, whatever is around them", async () => {
  const dump = `-- MariaDB dump; INSERT INTO mrbs_entry VALUES (9,'no','no');
/*!40101 SET NAMES utf8mb4 */;
# a comment with a 'quote
DROP TABLE IF EXISTS \`mrbs_entry\`;
${table}
LOCK TABLES \`mrbs_entry\` WRITE;
INSERT INTO \`mrbs_entry\` VALUES (1,NULL,'It''s; a (name), here'),
 (-2,_binary 'a\\nb\\'c\\\\','é');
INSERT IGNORE INTO db.mrbs_entry (name, id) VALUES ('only two', 3.5);
INSERT INTO other VALUES (1,'x');
UNLOCK TABLES;`;
  expect(await read(dump)).toEqual([
    { id: "1", note: null, name: "It's; a (name), here" },
    { id: "-2", note: "a\nb'c\\", name: "é" },
    { id: "3.5", note: null, name: "only two" },
  ]);
});

test.each([
  ["a quote that is not closed", `${table} INSERT INTO mrbs_entry VALUES (1,'`],
  ["a row that is not closed", `${table} INSERT INTO mrbs_entry VALUES (1,`],
  ["a table that is not closed", "CREATE TABLE mrbs_entry (id int"],
  ["a row with other columns", `${table} INSERT INTO mrbs_entry VALUES (1,'a')`],
  ["rows without their table", "INSERT INTO mrbs_entry VALUES (1,'a','b')"],
  ["an expression", `${table} INSERT INTO mrbs_entry VALUES (1,sleep(9),'b')`],
  ["more rows than are read", `${table} INSERT INTO mrbs_entry VALUES ${"(1,'a','b'),".repeat(11)}`],
])("%s is refused", async (_what, dump) => {
  await expect(read(dump)).rejects.toThrow(SqlDumpError);
});

test("other tables, other statements and columns that nobody asked for are left out", async () => {
  const dump = `CREATE TABLE users (id int, name text, password text); INSERT INTO users VALUES (1,'a','secret');
    ${table} UPDATE mrbs_entry SET name = 'x'; DELETE FROM mrbs_entry;`;
  expect([...(await readSqlDump(dump, request))]).toEqual([]);
});

test("ten megabytes of quotes, brackets and comments are read once", async () => {
  for (const piece of ["(", "'' ", "/* */", "`a`.", "-- \n", "INSERT INTO mrbs_entry ", "\\"]) {
    const text = piece.repeat(Math.floor(10_000_000 / piece.length));
    const outcome = await read(text).catch((error: unknown) => error);
    expect(outcome === undefined || outcome instanceof SqlDumpError).toBe(true);
  }
});
