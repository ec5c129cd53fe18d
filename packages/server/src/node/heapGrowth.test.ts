import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type HeapState, initialHeap, stepHeap } from './heapGrowth.ts'

const run = promisify(execFile)
const options = { startSeconds: 10, maxBytes: 640e6 }
const settled: HeapState = { sinceSeconds: 100, baseBytes: 100e6, isStarting: false, growthPercent: 0 }
const at = (atSeconds: number, usedMb: number, isFull = false) => ({ atSeconds, usedBytes: usedMb * 1e6, isFull })
const toPercent = (state: HeapState, atSeconds: number, usedMb: number) =>
  stepHeap(state, at(atSeconds, usedMb), options).growthPercent

describe('stepHeap', () => {
  it('leaves room for a minute of growth', () => {
    // 4 MB a second: 240 MB a minute, on the 100 MB that were kept.
    expect(toPercent(settled, 110, 140)).toBe(240)
    expect(toPercent(settled, 150, 300)).toBe(240)
  })

  it('leaves a heap that grows slowly to V8', () => {
    expect(toPercent(settled, 200, 140)).toBe(0)
    expect(toPercent({ ...settled, growthPercent: 300 }, 200, 140)).toBe(0)
  })

  it('does not let the heap grow beyond its bound', () => {
    expect(toPercent(settled, 110, 500)).toBe(540)
    expect(toPercent({ ...settled, baseBytes: 600e6 }, 110, 700)).toBe(0)
    expect(toPercent({ ...settled, baseBytes: 900e6 }, 110, 1_000)).toBe(0)
  })

  it('takes no notice of what a process allocates while it starts', () => {
    expect(toPercent(initialHeap, 9, 300)).toBe(0)
    const started = stepHeap(initialHeap, at(3, 70, true), options)
    // 150 of the 250 MB will be kept, and 9 MB a second are 540 MB a minute, of which the bound leaves 490.
    expect(toPercent(started, 23, 250)).toBe(330)
  })

  it('takes no notice of growth that may be short-lived objects', () => {
    expect(toPercent({ ...settled, growthPercent: 120 }, 101, 120)).toBe(120)
  })

  it('begins anew with a full collection and keeps what is set', () => {
    const state = stepHeap({ ...settled, growthPercent: 240 }, at(160, 120, true), options)
    expect(state).toEqual({ sinceSeconds: 160, baseBytes: 120e6, isStarting: false, growthPercent: 240 })
  })
})

/** Full collections of a process that keeps half a million objects and replaces them all the time. */
async function countCollections(isSpaced: boolean): Promise<number> {
  const module = new URL('./heapGrowth.ts', import.meta.url).href
  const script = `
    const { spaceOutCollections } = await import(${JSON.stringify(module)})
    if (${isSpaced}) spaceOutCollections({ startSeconds: 0, maxBytes: 640e6 })
    const kept = new Map()
    for (let index = 0; index < 16_000_000; index++) {
      kept.set(index % 500_000, { index, list: [index] })
      if (index % 10_000 === 0) await new Promise(setImmediate)
      if (index === 2_000_000) console.log('settled')
    }`
  const flags = ['--trace-gc', '--import', 'tsx', '--input-type=module', '-e', script]
  const { stdout } = await run(process.execPath, flags)
  return stdout.slice(stdout.indexOf('settled')).match(/Mark-Compact/g)?.length ?? 0
}

describe('spaceOutCollections', () => {
  it('has V8 collect a busy heap less often', async () => {
    const [spaced, usual] = [await countCollections(true), await countCollections(false)]
    expect(usual).toBeGreaterThan(3)
    expect(spaced).toBeLessThan(usual / 2)
  })
})
