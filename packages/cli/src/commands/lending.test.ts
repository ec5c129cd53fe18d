import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'

let devnet: Devnet
let rpc: readonly string[]
let borrower: string

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 500, silent: true })
  rpc = ['--rpc', `ethereum=${devnet.chains.ethereum.rpcUrl}`]
  borrower = devnet.accounts.borrowers[0]?.address ?? ''
}, 120_000)
afterAll(() => devnet?.close())

const setEtherUsd = (usd: number): Promise<Hex> =>
  devnet.chains.ethereum.client.writeContract({
    account: devnet.accounts.deployer,
    address: addresses.feeds['ETH / USD'].address,
    abi: parseAbi(['function updateAnswer(int256 answer)']),
    functionName: 'updateAnswer',
    args: [BigInt(usd) * 10n ** 8n],
    gas: 200_000n,
  })
const toRows = (stdout: string) =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('position', () => {
  it('is a table for people and a wire object for programs', async () => {
    const [table, json, nobody] = await Promise.all([
      runCli(['position', 'ethereum', borrower, ...rpc]),
      runCli(['position', 'ethereum', borrower, '--protocol', 'aave_v3', '--json', ...rpc]),
      runCli(['position', 'ethereum', `0x${'00'.repeat(19)}aa`, ...rpc]),
    ])
    expect(table).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^PROTOCOL +HEALTH +STATUS .*\naave_v3 +1\.0\d{3} +AT_RISK +\$.*\n\n(?:.*\n)+$/),
    })
    expect(table.stdout).toMatch(/aave_v3 +WETH +supplied +[\d.,]+ +\$[\d.,]+ +8\d % +[\d.]+ % +\$2,9\d\d/)
    expect(JSON.parse(json.stdout)).toMatchObject({
      address: borrower.toLowerCase(),
      positions: [{ protocol: 'aave_v3', status: 'AT_RISK', debt_assets: [{ symbol: 'USDC' }] }],
      at_risk: true,
    })
    expect(nobody).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('lent and borrowed nothing'),
      stderr: expect.stringContaining('Not supported, so their positions are not shown: Aave v4, Euler, Fluid.'),
    })
  }, 90_000)

  it('ends with 1 and at_risk null when something relevant could not be read', async () => {
    const { client } = devnet.chains.ethereum
    const address = addresses.spark.pool
    const bytecode = (await client.getCode({ address })) as Hex
    // A pool that answers nothing any more.
    await client.setCode({ address, bytecode: '0x5f5ffd' })
    try {
      const nobody = `0x${'00'.repeat(19)}aa`
      const [json, table] = await Promise.all([
        runCli(['position', 'ethereum', nobody, '--json', ...rpc]),
        runCli(['position', 'ethereum', nobody, ...rpc]),
      ])
      expect(json).toMatchObject({ code: 1, stderr: expect.stringContaining('spark is skipped') })
      expect(JSON.parse(json.stdout)).toMatchObject({ positions: [], at_risk: null })
      expect(table).toMatchObject({ code: 1, stdout: expect.stringContaining('in the data that could be read') })
    } finally {
      await client.setCode({ address, bytecode })
      await client.mine({ blocks: 2 })
    }
  }, 90_000)

  it('is computed from what several providers say alike, where that is asked for', async () => {
    const { rpcUrl } = devnet.chains.ethereum
    const ask = (endpoints: readonly string[]) =>
      runCli(['position', 'ethereum', borrower, '--json', '--rpc', `ethereum=${endpoints.join()}`], {
        env: { OUTRIGGER_LENDING_AGREEMENT: '2' },
      })
    const [one, two, dead] = await Promise.all(
      [[rpcUrl], [rpcUrl, `${rpcUrl}/?second`], [rpcUrl, 'http://127.0.0.1:9']].map(ask),
    )
    expect(one).toMatchObject({ code: 2, stderr: expect.stringContaining('chains.ethereum has only 1') })
    expect(JSON.parse(two?.stdout ?? '')).toMatchObject({ address: borrower.toLowerCase(), at_risk: true })
    expect(dead).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('backup') })
  }, 90_000)

  it('says what is wrong with its arguments', async () => {
    const [address, checksum, protocol, elsewhere, chain, provider] = await Promise.all([
      runCli(['position', 'ethereum', '0x12', ...rpc]),
      runCli(['position', 'ethereum', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ...rpc]),
      runCli(['position', 'ethereum', borrower, '--protocol', 'nope', ...rpc]),
      runCli(['position', 'avalanche', borrower, '--rpc', 'avalanche=http://127.0.0.1:9']),
      runCli(['position', 'narnia', borrower, ...rpc]),
      runCli(['position', 'ethereum', borrower]),
    ])
    expect(address).toMatchObject({ code: 2, stderr: expect.stringContaining('0x12') })
    expect(checksum).toMatchObject({ code: 2, stderr: expect.stringContaining('checksum') })
    expect(protocol).toMatchObject({ code: 2, stderr: expect.stringContaining('aave_v3') })
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('ethereum, polygon') })
    expect(chain.code).toBe(2)
    expect(provider.code).toBe(3)
  }, 90_000)
})

describe('liquidations and books', () => {
  it('builds a book, tells its state, and carries it to another directory', async () => {
    const [here, there] = [createDirectory(), createDirectory()]
    const file = join(here, 'book.ndjson.gz')
    const built = await runCli(['book', 'ethereum', '--json', '--data-dir', here, ...rpc])
    expect(built.code).toBe(0)
    const books = toRows(built.stdout)
    expect(books.find(({ protocol }) => protocol === 'aave_v3')).toMatchObject({ borrowers: 10 })
    const exported = await runCli(['book', 'ethereum', '--export', file, '--data-dir', here])
    expect(exported).toMatchObject({ code: 0 })
    expect(readFileSync(file).length).toBeGreaterThan(100)
    expect(await runCli(['book', 'ethereum', '--import', file, '--data-dir', there])).toMatchObject({ code: 0 })
    const [first, second] = await Promise.all(
      [here, there].map((dataDir) => runCli(['book', 'ethereum', '--status', '--json', '--data-dir', dataDir])),
    )
    expect(toRows(first?.stdout ?? '').length).toBeGreaterThan(3)
    // What is imported has not proved itself yet.
    const withoutProof = (rows: ReturnType<typeof toRows>) => rows.map((row) => ({ ...row, proof: null }))
    expect(toRows(second?.stdout ?? '')).toEqual(withoutProof(toRows(first?.stdout ?? '')))
    const proofOf = (id: string) => toRows(first?.stdout ?? '').find(({ protocol }) => protocol === id)?.['proof']
    for (const id of ['aave_v2', 'aave_v3', 'compound_v2', 'compound_v3', 'morpho', 'spark'])
      expect(proofOf(id), id).toEqual({ block_number: expect.any(Number), is_proven: true, reason: null })
    expect(await runCli(['book', 'ethereum', '--import', '/nowhere', '--data-dir', there])).toMatchObject({ code: 2 })
    const bytes = readFileSync(file)
    expect(await runCli(['book', 'ethereum', '--export', file])).toMatchObject({ code: 1, stdout: '' })
    expect(readFileSync(file)).toEqual(bytes)
  }, 120_000)

  it('imports all books of a file or none, and nothing that is no file of books', async () => {
    const [here, there] = [createDirectory(), createDirectory()]
    await runCli(['book', 'ethereum', '--protocol', 'aave_v3,spark', '--data-dir', here, ...rpc])
    const { stdout } = await runCli(['book', 'ethereum', '--export', '-', '--data-dir', here])
    const [cut, empty] = [join(there, 'cut.ndjson'), join(there, 'empty.ndjson')]
    writeFileSync(cut, stdout.slice(0, -100))
    writeFileSync(empty, '')
    const [damaged, nothing, endless] = await Promise.all(
      [cut, empty, '/dev/zero'].map((file) => runCli(['book', 'ethereum', '--import', file, '--data-dir', there])),
    )
    expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was imported') })
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('empty') })
    expect(endless).toMatchObject({ code: 2, stderr: expect.stringContaining('is too long') })
    const [status, elsewhere] = await Promise.all(
      ['ethereum', 'avalanche'].map((chain) => runCli(['book', chain, '--status', '--json', '--data-dir', there])),
    )
    expect(toRows(status?.stdout ?? '').filter(({ borrowers }) => borrowers !== 0)).toEqual([])
    expect(elsewhere).toMatchObject({ code: 2, stdout: '' })
  }, 120_000)

  it('lists what pays once, and goes on when asked to', async () => {
    const dataDir = ['--data-dir', createDirectory()]
    const none = await runCli(['liquidations', 'ethereum', '--json', ...dataDir, ...rpc])
    expect(none).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('No profitable liquidations right now'),
    })

    await using watch = startCli([
      'liquidations',
      'ethereum',
      '--watch',
      '--json',
      '--min-profit',
      '1',
      '--protocol',
      'spark',
      ...dataDir,
      ...rpc,
    ])
    await expect.poll(watch.stderr, { timeout: 30_000 }).toContain('No profitable liquidations right now')
    await setEtherUsd(2_850)
    const row = JSON.parse(await watch.firstLine()) as Record<string, unknown>
    expect(row).toMatchObject({ protocol: 'spark', borrower: expect.stringMatching(/^0x[\da-f]{40}$/) })
    expect(row['net_profit_usd']).toBeGreaterThanOrEqual(1)
    watch.child.kill('SIGINT')
    expect(await watch.ended).toMatchObject({ code: 130 })

    const listed = await runCli(['liquidations', 'ethereum', '--json', ...dataDir, ...rpc])
    const profits = toRows(listed.stdout).map((one) => Number(one['net_profit_usd']))
    expect(profits.length).toBeGreaterThan(3)
    expect(profits).toEqual(profits.toSorted((a, b) => b - a))
  }, 120_000)

  it('does not call done what it was told to leave', async () => {
    await using build = startCli(['book', 'ethereum', '--rpc', 'ethereum=http://127.0.0.1:9'])
    await expect.poll(build.stderr, { timeout: 30_000 }).toContain('aave_v3')
    build.child.kill('SIGTERM')
    expect(await build.ended).toMatchObject({ code: 143, stdout: '' })
  })

  it('refuses what means nothing', async () => {
    const [profit, protocol, provider] = await Promise.all([
      runCli(['liquidations', 'ethereum', '--min-profit', 'much', ...rpc]),
      runCli(['liquidations', 'ethereum', '--protocol', 'nope', ...rpc]),
      runCli(['liquidations', 'ethereum']),
    ])
    expect(profit).toMatchObject({ code: 2, stderr: expect.stringContaining('--min-profit') })
    expect(protocol).toMatchObject({ code: 2, stderr: expect.stringContaining('aave_v3') })
    expect(provider.code).toBe(3)
  }, 90_000)
})
