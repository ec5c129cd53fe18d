import { existsSync, readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { waiting } from './waiting.mjs'

/** Seconds of the processor that this process and those that it has started and ended have taken. */
function readProcessorSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
}

// Short files load more than they wait.
const leastSeconds = 10
const mostShare = 0.5

const { testPath = '' } = expect.getState()
if (waiting.some((name) => testPath.includes(`/${name}`)) && existsSync('/proc/self/stat')) {
  const before = { processor: readProcessorSeconds(), ms: Date.now() }
  afterAll(() => {
    const seconds = (Date.now() - before.ms) / 1000
    const share = (readProcessorSeconds() - before.processor) / seconds
    if (seconds > leastSeconds)
      expect(share, 'Works more than it waits: tests/setup/waiting.mjs').toBeLessThan(mostShare)
  })
}
