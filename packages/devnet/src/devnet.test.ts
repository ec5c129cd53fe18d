import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, parseGwei, webSocket } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DevnetOptions, startDevnet } from './devnet.ts'

/** A build takes seconds, and much longer on a busy machine. */
const buildTimeoutMs = 90_000

let cacheDir: string
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'outrigger-devnet-'))
})
afterAll(() => rm(cacheDir, { recursive: true }))

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Starts an Ethereum devnet with this file's cache. Returns whether it had to be built. */
const start = async (options: DevnetOptions<'ethereum'> = {}) => {
  const progress: string[] = []
  const devnet = await startDevnet({ cacheDir, onProgress: (line) => progress.push(line), ...options })
  return { devnet, chain: devnet.chains.ethereum, isBuilt: progress.some((line) => line.startsWith('Built')) }
}

test('is built once, then loaded from the cache', { timeout: buildTimeoutMs }, async () => {
  const cold = await start()
  await cold.devnet.close()
  expect(cold.isBuilt).toBe(true)

  const warm = await start()
  await warm.devnet.close()
  expect(warm.isBuilt).toBe(false)
  expect((await readdir(cacheDir)).length).toBe(1)
})

test('a damaged or old cache is replaced', { timeout: buildTimeoutMs }, async () => {
  const onlyFile = async () => join(cacheDir, (await readdir(cacheDir))[0] ?? '')
  const file = await onlyFile()
  const content = await readFile(file)
  await writeFile(file, content.subarray(0, content.length / 2))
  const repaired = await start()
  await repaired.devnet.close()
  expect(repaired.isBuilt).toBe(true)

  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
  await utimes(await onlyFile(), twoDaysAgo, twoDaysAgo)
  const renewed = await start()
  await renewed.devnet.close()
  expect(renewed.isBuilt).toBe(true)
  expect((await readdir(cacheDir)).length).toBe(1)
})

test('looks like a chain that has been running: recent blocks, fees and tips', async () => {
  const { devnet, chain } = await start({ blockTimeMs: 200 })
  try {
    const { client } = chain
    const head = await client.getBlock()
    expect(Math.abs(Date.now() / 1_000 - Number(head.timestamp))).toBeLessThan(5)
    const before = await client.getBlock({ blockNumber: (head.number ?? 0n) - 20n })
    expect(head.timestamp - before.timestamp).toBeGreaterThan(10n)
    const history = await client.getFeeHistory({ blockCount: 60, rewardPercentiles: [50] })
    expect(history.gasUsedRatio.length).toBe(60)
    // On a busy machine, the chain's interval may mine an empty block in between, which lowers the next fee.
    expect(history.baseFeePerGas.toSorted((a, b) => Number(a - b))[30]).toBe(parseGwei('10'))
    expect(history.reward?.filter(([tip = 0n]) => tip > parseGwei('0.9')).length).toBeGreaterThan(30)

    // It mines by itself, and announces blocks on the socket.
    const transport = webSocket(chain.wsUrl)
    const socket = createPublicClient({ transport })
    const next = await new Promise<bigint>((resolve, reject) => {
      socket.watchBlockNumber({ onBlockNumber: resolve, onError: reject })
    })
    expect(next).toBeGreaterThan(head.number ?? 0n)
    await (await socket.transport.getRpcClient()).close()
  } finally {
    await devnet.close()
  }
  expect(isAlive(chain.pid)).toBe(false)
})

test('an aborted signal ends it, before and after the start', async () => {
  await expect(start({ signal: AbortSignal.abort() })).rejects.toThrow(/abort/)
  await expect(start({ signal: AbortSignal.timeout(30) })).rejects.toThrow(/timeout/)
  const controller = new AbortController()
  const { chain, devnet } = await start({ signal: controller.signal })
  controller.abort()
  for (let i = 0; i < 100 && isAlive(chain.pid); i++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isAlive(chain.pid)).toBe(false)
  await devnet.close()
})
