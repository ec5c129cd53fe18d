import { expect, it } from 'vitest'
import { runWriteFaults } from './fixtures/writeFaults.ts'

it('sends no transaction twice, loses none and retries no revert under 1,000 faults', { timeout: 60_000 }, async () => {
  const { violations, ...counts } = await runWriteFaults(1, 1000)
  expect(violations).toEqual([])
  // The faults occurred, and every outcome occurred.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
})
