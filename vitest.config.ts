import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './tests/setup/slowestFirst.ts'

const conditions = ['@outrigger/source', 'node']

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
    // Most tests wait for chains and timers: two files at a time leave two cores idle for a third of the time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Files of one worker share its modules: half of the processor time went into loading them again for each file.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
