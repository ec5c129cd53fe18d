import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'

const { tokens, uniswapV2 } = addresses
const abi = parseAbi([
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])',
  'function swapETHForExactTokens(uint256,address[],address,uint256) payable returns (uint256[])',
])
const fees = { gas: 250_000n, maxFeePerGas: parseGwei('60'), maxPriorityFeePerGas: parseGwei('2') }

let devnet: Devnet
let rpc: readonly string[]
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 3_000 })
  rpc = ['--rpc', `ethereum=${devnet.chains.ethereum.rpcUrl}`]
}, 120_000)
afterAll(() => devnet?.close())

const toSwap = (functionName: (typeof abi)[number]['name'], amount: bigint, path: readonly Address[]) => ({
  to: uniswapV2.router,
  data: encodeFunctionData({
    abi,
    functionName,
    args: [amount, [...path], devnet.accounts.deployer.address, 2n ** 40n],
  }),
})
const purchase = (minimum = 1n) => toSwap('swapExactETHForTokens', minimum, [tokens.WETH.address, tokens.LINK.address])

const sign = (to: Address, data: Hex, ether: string, chainId = 1): Promise<Hex> =>
  devnet.accounts.deployer.signTransaction({ ...fees, to, data, value: parseEther(ether), nonce: 9_999, chainId })

type Row = Readonly<Record<string, unknown>> & { readonly outcome?: { readonly kind: string; readonly profit: string } }
const toRows = (stdout: string): readonly Row[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row)

describe('mev watch', () => {
  it('tells of opportunities, scores them, and its score outlives kill -9', async () => {
    const dataDir = ['--data-dir', join(createDirectory(), 'data')]
    const { client } = devnet.chains.ethereum
    const send = (ether: string) =>
      client.sendTransaction({ account: devnet.accounts.deployer, ...fees, ...purchase(), value: parseEther(ether) })
    {
      await using watch = startCli([
        'mev',
        'watch',
        'ethereum',
        '--json',
        '--min-profit-eth',
        '0.5',
        '--simulations',
        '4',
        ...rpc,
        ...dataDir,
      ])
      await expect.poll(watch.stderr, { timeout: 30_000 }).toMatch(/pools tracked · block \d+/)
      // The first makes the pool known, the second is judged.
      for (let index = 0; index < 2; index += 1) await client.waitForTransactionReceipt({ hash: await send('0.01') })
      const number = await client.getBlockNumber()
      await expect.poll(() => client.getBlockNumber(), { timeout: 15_000 }).toBeGreaterThan(number)
      const id = `sandwich:${await send('1000')}`
      await expect.poll(watch.stdout, { timeout: 15_000, interval: 50 }).toContain(id)
      const scored = () => toRows(watch.stdout()).find((row) => row['event'] === 'scored' && row['id'] === id)
      await expect.poll(scored, { timeout: 30_000 }).toMatchObject({ type: 'sandwich', outcome: { kind: 'held' } })
      const reported = toRows(watch.stdout()).find((row) => row['id'] === id)
      expect(reported).toMatchObject({
        event: 'opportunity',
        details: { victim_value_eth: 1000 },
        swaps: [{ position: 'before' }, { position: 'after' }],
      })
      expect(BigInt(String(reported?.['estimated_profit']))).toBeGreaterThan(parseEther('0.5'))
      watch.child.kill('SIGKILL')
      await watch.ended
    }
    const kept = await runCli(['mev', 'score', 'ethereum', '--json', ...dataDir])
    expect(toRows(kept.stdout).find(({ type }) => type === 'sandwich')).toMatchObject({ predictions: 1, hit_share: 1 })
    const shown = await runCli(['mev', 'score', 'ethereum', ...dataDir])
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/sandwich +1 +100 %/) })
  }, 120_000)

  it('says what is wrong with its arguments', async () => {
    const [profit, simulations, chain, provider] = await Promise.all([
      runCli(['mev', 'watch', 'ethereum', '--min-profit-eth', 'much', ...rpc]),
      runCli(['mev', 'watch', 'ethereum', '--simulations', '-1', ...rpc]),
      runCli(['mev', 'watch', 'narnia', ...rpc]),
      runCli(['mev', 'watch', 'ethereum']),
    ])
    expect(profit).toMatchObject({ code: 2, stderr: expect.stringContaining('--min-profit-eth') })
    expect(simulations).toMatchObject({ code: 2, stderr: expect.stringContaining('--simulations') })
    expect(chain).toMatchObject({ code: 2 })
    expect(provider).toMatchObject({ code: 3 })
  }, 60_000)
})

describe('mev exposure', () => {
  const ask = async (to: Address, data: Hex, ether: string) =>
    runCli(['mev', 'exposure', 'ethereum', await sign(to, data, ether), '--json', ...rpc])

  it('tells what a swap would lose, and the limit with which it loses nothing', async () => {
    const { to, data } = purchase()
    const careless = await ask(to, data, '2000')
    const [row] = toRows(careless.stdout)
    expect(careless).toMatchObject({ code: 0 })
    expect(row).toMatchObject({ exact: 'in', token_out: tokens.LINK.address.toLowerCase(), reverts: false })
    expect(BigInt(String(row?.['lost']))).toBeGreaterThan(0n)
    expect(BigInt(String(row?.['attacker_profit']))).toBeGreaterThan(0n)
    const [lost, safe, tight] = ['lost', 'safe_limit', 'tight_limit'].map((name) => BigInt(String(row?.[name])))
    const askWith = async (limit = 0n) => toRows((await ask(to, purchase(limit).data, '2000')).stdout)[0]
    expect(await askWith(tight)).toMatchObject({ lost: '0', lost_wei: '0', attacker_profit: '0', reverts: false })
    // What gas costs an attacker falls from block to block here.
    expect(BigInt(String((await askWith(safe))?.['lost'])) * 1_000n).toBeLessThan(lost ?? 0n)
  }, 60_000)

  it('names the most that is to be paid where the output is exact', async () => {
    const { to, data } = toSwap('swapETHForExactTokens', 10n ** 23n, [tokens.WETH.address, tokens.LINK.address])
    const { stdout } = await runCli(['mev', 'exposure', 'ethereum', await sign(to, data, '100000'), ...rpc])
    expect(stdout).toMatch(/WETH → LINK/)
    expect(stdout).toMatch(/safe limit +[\d.]+ WETH \(amount_in_max\)/)
  }, 60_000)

  it('says why there is nothing to tell', async () => {
    const unknown = toSwap('swapExactETHForTokens', 1n, [tokens.WETH.address, `0x${'ab'.repeat(20)}`])
    const { to, data } = purchase()
    const [transfer, garbage, pair, elsewhere, hash] = await Promise.all([
      ask(uniswapV2.router, '0x', '1'),
      runCli(['mev', 'exposure', 'ethereum', '0x1234', ...rpc]),
      ask(unknown.to, unknown.data, '1'),
      runCli(['mev', 'exposure', 'ethereum', await sign(to, data, '1', 8453), ...rpc]),
      runCli(['mev', 'exposure', 'ethereum', `0x${'ab'.repeat(32)}`, ...rpc]),
    ])
    expect(elsewhere).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('signed for chain 8453') })
    expect(hash).toMatchObject({ code: 2, stderr: expect.stringContaining('the hash of a transaction') })
    expect(transfer).toMatchObject({ code: 1, stderr: expect.stringContaining('no swap that is known here') })
    expect(garbage).toMatchObject({ code: 2, stderr: expect.stringContaining('signature') })
    expect(pair).toMatchObject({ code: 1, stderr: expect.stringContaining('no known factory created') })
  }, 60_000)
})

describe('mev score', () => {
  it('says so where nothing was scored', async () => {
    const dataDir = join(createDirectory(), 'none')
    const { code, stdout, stderr } = await runCli(['mev', 'score', 'base', '--data-dir', dataDir])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain(`${dataDir} does not exist`)
    expect(stderr).toContain('outrigger mev watch base')
    expect(existsSync(dataDir)).toBe(false)
  })
})
