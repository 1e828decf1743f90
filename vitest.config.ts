/**
 * Tests of the server on real databases (a few of them isolated, each in a process of its own), and of the web in a real
 * browser.
 */
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const tests = "{contract,dev,server,messages,tests}/**/*.test.ts";
/** Tests that count on a module being loaded anew: each gets a process of its own. */
const isolated = [
  "server/accounts/passwords.test.ts",
  "server/invoices/render-pdf.test.ts",
  "server/kit/db/database-client.test.ts",
  "server/kit/db/database.test.ts",
];
const exclude = ["tests/journeys/**"];

export default defineConfig({
  test: {
    globalSetup: ["tests/support/test-database.ts"],
    testTimeout: 20_000,
    // A cluster copies its databases on three servers (docs/scale.md).
    hookTimeout: process.env.DATABASE_SERVER ? 120_000 : 30_000,
    // A wait ends when what is waited for is there: how busy the machine is decides nothing.
    expect: { poll: { timeout: 5000 } },
    // One would leave half of a small machine idle, as the database works while a test waits.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: { name: "isolated", environment: "node", include: isolated, exclude, pool: "forks" },
      },
      {
        extends: true,
        test: {
          name: "server",
          environment: "node",
          include: [tests],
          exclude: [...exclude, ...isolated],
          pool: "forks",
          // Loading the server takes longer than most files' tests: a worker loads it once.
          isolate: false,
        },
      },
      "web/vitest.config.ts",
    ],
  },
});
