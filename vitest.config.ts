/** Two kinds of tests: `server` on real databases, `web` in a real browser. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["tests/database.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
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
