import { defineConfig } from 'vitest/config'

const conditions = ['@outrigger/source', 'module', 'node', 'import', 'default']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: [
      'packages/devnet/src/fixtures/compiled.ts',
      'packages/cli/src/fixtures/bundled.ts',
      'tests/setup/skippedTests.ts',
    ],
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
