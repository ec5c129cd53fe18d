import { defineConfig } from 'vitest/config'
import { findUnitTests } from './tests/setup/unitTests.ts'

const conditions = ['@outrigger/source', 'node']

const allTests = {
  include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
  globalSetup: [
    'packages/devnet/src/fixtures/compiled.ts',
    'packages/cli/src/fixtures/bundled.ts',
    'tests/setup/skippedTests.ts',
  ],
}

/** Tests without a chain, a browser or a database: `npm run test:unit`. */
const unitTests = () => ({ include: [...findUnitTests(import.meta.dirname)], globalSetup: [] })

export default defineConfig(({ mode }) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...(mode === 'unit' ? unitTests() : allTests),
    // Most tests wait for chains and timers: as many files at a time as there are cores, which is one more than by default.
    // One more still takes a tenth less time, and makes tests that wait for a block or a price fail now and then.
    maxWorkers: '100%',
    // Files of one worker share its modules: half of the processor time went into loading them again for each file.
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
}))
