import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)

/** Time that helper threads took part in scavenges, ms, of a process that makes much garbage and keeps some of it. */
async function measureHelpers(cores: number): Promise<number> {
  const module = new URL('./tuneForFewCores.ts', import.meta.url).href
  const script = `
    const { tuneForFewCores } = await import(${JSON.stringify(module)})
    tuneForFewCores(${cores})
    console.log('tuned')
    const kept = new Map()
    for (let index = 0; index < 1_000_000; index++) kept.set(index % 20_000, { index, list: [index] })`
  const flags = ['--trace-gc-nvp', '--import', 'tsx', '--input-type=module', '-e', script]
  const { stdout } = await run(process.execPath, flags)
  const after = stdout.slice(stdout.indexOf('tuned'))
  const times = [...after.matchAll(/ gc=s .* background\.scavenge\.parallel=([\d.]+)/g)].map(([, ms]) => Number(ms))
  expect(times.length).toBeGreaterThan(3)
  return times.reduce((sum, ms) => sum + ms, 0)
}

describe('tuneForFewCores', () => {
  it('has the main thread alone collect short-lived objects', async () => {
    expect(await measureHelpers(2)).toBe(0)
  })

  it('leaves a machine of more cores as it is', async () => {
    expect(await measureHelpers(3)).toBeGreaterThan(0)
  })
})
