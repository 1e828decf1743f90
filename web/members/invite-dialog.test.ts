import { expect, test } from "vitest";
import { splitEmails } from "./invite-dialog.tsx";

test("a list of addresses is cut as people paste it", () => {
  expect(splitEmails("a@x.org, b@x.org;c@x.org\n\td@x.org  ")).toEqual(["a@x.org", "b@x.org", "c@x.org", "d@x.org"]);
  expect(splitEmails("Ana Costa <ana@x.org>, Léo <leo@x.org>\nzoe@x.org")).toEqual([
    "ana@x.org",
    "leo@x.org",
    "zoe@x.org",
  ]);
  expect(splitEmails(" ,; ")).toEqual([]);
});

test("what is no address is left as it is, for the server to say so", () => {
  expect(splitEmails("bob@@x, nobody")).toEqual(["bob@@x", "nobody"]);
});
