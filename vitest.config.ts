/** Two kinds of tests: `server` on real databases, `web` in a real browser. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["tests/database.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A wait ends when what is waited for is there: how busy the machine is decides nothing.
    expect: { poll: { timeout: 5000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          environment: "node",
          include: ["{contract,server,words,tests}/**/*.test.ts"],
          exclude: ["tests/journeys/**"],
          pool: "forks",
        },
      },
      "web/vitest.config.ts",
    ],
  },
});
