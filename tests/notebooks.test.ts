import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getPositionHealth, lendingProtocols } from '@outrigger/defi'
import { addresses, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createPublicClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'outrigger-notebooks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Imports the sources of the packages, which need no build. */
const sources = ['--conditions', '@outrigger/source']

type Run = { readonly stdout: string; readonly charts: Readonly<Record<string, string>> }

/** Runs a notebook's script as `npx tsx` does. It must end with code 0. Reads the charts it draws. */
async function run(name: string, env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const charts = mkdtempSync(join(folder, name))
  const child = spawn(process.execPath, ['--import', 'tsx', ...sources, join('examples', `${name}.ts`)], {
    cwd: root,
    env: { ...process.env, ...env, CHARTS: charts },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  child.stderr.on('data', (data) => {
    stderr += data
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const drawn = readdirSync(charts).map((file) => [
    file.slice(0, -'.svg'.length),
    readFileSync(join(charts, file), 'utf8'),
  ])
  return { stdout, charts: Object.fromEntries(drawn) as Record<string, string> }
}

const addressOf = (byte: string) => `0x${byte.repeat(20)}`

/** What a chart is made of, by the kinds of its marks. */
function countMarks(svg: string | undefined, element: 'rect' | 'circle' | 'path'): number {
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>$/)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  return svg?.match(new RegExp(`<${element}\\b`, 'g'))?.length ?? 0
}

describe('notebooks over recorded data', () => {
  it('gas-calibration: a point for each confidence and window, and one for each estimator', async () => {
    const { stdout, charts } = await run('gas-calibration')
    expect(stdout).toMatch(/^1500 blocks, \d+ judged\n/)
    expect(stdout).toContain('geth, as viem asks it')
    expect(countMarks(charts['gas-calibration'], 'circle')).toBe(15)
    expect(countMarks(charts['gas-estimators'], 'circle')).toBeGreaterThan(10)
  })

  it('type-mix: the blocks of mev-inspect-py, a bar each', async () => {
    const { stdout, charts } = await run('type-mix')
    const [, transactions, count] = /^(\d+) transactions of (\d+) blocks\n/.exec(stdout) ?? []
    expect(Number(transactions)).toBeGreaterThan(1_000)
    expect(count).toBe('26')
    expect(countMarks(charts['type-mix'], 'rect')).toBeGreaterThan(3 * 26)
    expect(countMarks(charts['type-mix-all'], 'rect')).toBe(8)
  })

  it('type-mix: a file of your own without gzip, as a provider returns its transactions', async () => {
    const file = join(folder, 'blocks.ndjson')
    const row = { hash: `0x${'11'.repeat(32)}`, from: addressOf('22'), to: addressOf('33'), input: '0x', value: '0x1' }
    const rows = ['0x10', '0x10', '0x11'].map((blockNumber) => ({ ...row, blockNumber }))
    writeFileSync(file, rows.map((one) => JSON.stringify(one)).join('\n'))
    const { stdout } = await run('type-mix', { BLOCKS_FILE: file })
    expect(stdout).toMatch(/^3 transactions of 2 blocks\n/)
    expect(stdout).toMatch(/'transfer' +│ 3 +│ 100 /)
  })

  it('mev-blocks: every finding has its bar and, with a price, its place', async () => {
    const { stdout, charts } = await run('mev-blocks')
    expect(stdout).toMatch(/^3 blocks, \d+ transactions, 0 skipped\n/)
    for (const kind of ['arbitrage', 'sandwich', 'liquidation']) expect(charts['mev-kinds']).toContain(`>${kind}<`)
    const priced = stdout.match(/│ -?\d[\d.e-]* +│$/gm)?.length ?? 0
    expect(priced).toBeGreaterThan(0)
    expect(countMarks(charts['mev-profits'], 'circle')).toBe(priced)
  })
})

describe('notebooks over a chain', () => {
  let devnet: Devnet
  let rpcUrl: string
  beforeAll(async () => {
    devnet = await startDevnet({ blockTimeMs: 500, silent: true })
    rpcUrl = devnet.chains.ethereum.rpcUrl
  })
  afterAll(() => devnet.close())

  const setEther = async (usd: number) => {
    const { client } = devnet.chains.ethereum
    const hash = await client.writeContract({
      account: devnet.accounts.deployer,
      chain: null,
      abi: readAbi('priceFeed'),
      address: addresses.feeds['ETH / USD'].address,
      functionName: 'updateAnswer',
      args: [BigInt(Math.round(usd * 1e8))],
    })
    await client.waitForTransactionReceipt({ hash })
  }
  const listLiquidatable = async () => {
    const client = createPublicClient({ chain: mainnet, transport: http(rpcUrl) })
    const protocols = lendingProtocols.filter(({ id }) => id === 'aave_v3')
    const healths = await Promise.all(
      devnet.accounts.borrowersOf.aaveV3.map(({ address }) => getPositionHealth(client, { address, protocols })),
    )
    return healths.flatMap(({ positions }) => positions).filter(({ isLiquidatable }) => isLiquidatable)
  }

  it('liquidation-depth: as many at each price as there are once the feed says it', async () => {
    const { stdout, charts } = await run('liquidation-depth', { RPC_URLS: rpcUrl })
    // Columns: fall, price, debt, accounts.
    const rows = [...stdout.matchAll(/│ \d+ +│ (\d+) +│ ([\d.]+) +│ ([\d.]+) +│ (\d+) +│/g)].map((row) =>
      row.slice(1).map(Number),
    )
    expect(rows.map(([fall]) => fall)).toEqual([0, 10, 20, 30, 40, 50])
    expect(rows[0]?.slice(2)).toEqual([0, 0])
    expect(rows.at(-1)?.[3]).toBeGreaterThan(1)
    for (const [, priceUsd = 0, debtUsd = 0, accounts] of rows.slice(1, 4)) {
      await setEther(priceUsd)
      const found = await listLiquidatable()
      expect({ priceUsd, accounts }).toEqual({ priceUsd, accounts: found.length })
      // Interest runs on between the two readings.
      const owed = found.reduce((sum, { totalDebtUsd }) => sum + totalDebtUsd, 0)
      expect(Math.abs(owed - debtUsd)).toBeLessThanOrEqual(owed / 10_000)
    }
    expect(countMarks(charts['liquidation-depth'], 'path')).toBeGreaterThan(2)
  })

  it('provider-race: a curve for each provider and one for the pool, which a slow provider does not hold up', async () => {
    await using slow = await createFaultProxy({ target: rpcUrl })
    await slow.setFault({ kind: 'slow', delayMs: 1_000 })
    const { stdout, charts } = await run('provider-race', { RPC_URLS: `${rpcUrl},${slow.url}`, ROUNDS: '8' })
    for (const name of ['provider 1', 'provider 2', 'pool of all']) {
      expect(stdout).toContain(`'${name}'`)
      expect(charts['provider-race']).toContain(`>${name}<`)
    }
    // Nothing failed: the last column.
    expect(stdout.match(/│ 0 +│$/gm)).toHaveLength(3)
    expect(countMarks(charts['provider-race'], 'path')).toBeGreaterThanOrEqual(3)
  })
})
