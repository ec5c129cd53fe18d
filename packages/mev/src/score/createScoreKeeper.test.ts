import { createMemoryStore, sleep } from '@outrigger/core'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeNetProfit, computeSandwichGas, type ExecutionCost } from '../cost.ts'
import type { Finding } from '../finding.ts'
import {
  mineUntil,
  openScoredChain,
  quote,
  routerAbi,
  type ScoredChain,
  send,
  toPurchase,
  usdc,
  waitFor,
  weth,
} from './fixtures/scoredChain.ts'
import { getScore } from './scoreReport.ts'

const { uniswapV2 } = addresses
const gwei = 10n ** 9n
let devnet: Devnet
let [victim, rival]: readonly Address[] = []
const attacker: Address = `0x${'a7'.repeat(20)}`

beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  const { client } = devnet.chains.ethereum
  ;[victim, rival] = (await client.request({ method: 'eth_accounts' } as never)) as readonly Address[]
  for (const address of [victim, rival]) if (address) await client.setBalance({ address, value: parseEther('1000000') })
  await client.setAutomine(false)
}, 120_000)
afterAll(() => devnet?.close())

type Call = { readonly from: Address; readonly to: Address; readonly data: Hex; readonly value?: bigint }

/** Returns the gross profit of a sandwich in wei, computed with the routers and pools on the parent block's state. */
async function simulate(finding: Finding, blockNumber: bigint, before: readonly Call[], between: readonly Call[]) {
  const [front, back] = finding.swaps
  if (front === undefined || back === undefined) throw new TypeError('It is no sandwich.')
  const approve = (to: Address): Call => ({
    from: attacker,
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [uniswapV2.router, maxUint256] }),
  })
  const swap = (amountIn: bigint, path: readonly Address[]): Call => ({
    from: attacker,
    to: uniswapV2.router,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForTokens',
      args: [amountIn, 0n, path, attacker, 99_999_999_999n],
    }),
  })
  const deposit = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })
  const deposited: Call = { from: attacker, to: weth, data: deposit, value: front.amountIn }
  const first = [...before, deposited, approve(weth), approve(usdc), swap(front.amountIn, [weth, usdc])]
  const [bought] = (await run(blockNumber, first)).slice(-1)
  // Sells the tokens that the front-run bought, as the searcher would.
  const results = await run(blockNumber, [...first, ...between, swap(toLastWord(bought), [usdc, weth])])
  return {
    reverted: results.filter(({ status }) => status !== 'success').length,
    gross: toLastWord(results.at(-1)) - front.amountIn,
  }
}

type Result = { readonly status: string; readonly data: Hex }
const toLastWord = (result: Result | undefined) => BigInt(`0x${result?.data.slice(-64)}`)

async function run(blockNumber: bigint, calls: readonly Call[]): Promise<readonly Result[]> {
  const [block] = await devnet.chains.ethereum.client.simulateBlocks({
    blockNumber,
    blocks: [{ calls, stateOverrides: [{ address: attacker, balance: parseEther('1000000') }] }],
  } as never)
  return (block as unknown as { readonly calls: readonly Result[] }).calls
}

const net = (gross: bigint, cost: ExecutionCost) => computeNetProfit(gross, computeSandwichGas(['pair']), cost)

/** Sends a purchase with slippage and waits until the detector reports its sandwich. */
async function tellSandwich(chain: ScoredChain) {
  const from = victim ?? attacker
  const value = parseEther('2000')
  const call = toPurchase(from, value, ((await quote(devnet, value)) * 95n) / 100n)
  const reported: Finding[] = []
  chain.detector.on('found', (finding) => reported.push(finding))
  const hash = await send(devnet, call, gwei)
  await waitFor(() => reported.some(({ type, transactions }) => type === 'sandwich' && transactions.includes(hash)))
  // Waits for the complete evaluation in a quiet moment, which could see later transactions and withdraw the finding.
  await sleep(500)
  const finding = reported.find(({ type }) => type === 'sandwich') as Finding
  return { call, hash, finding, cost: chain.detector.terms().cost, parent: chain.book.block()?.number ?? 0n }
}

const outcomeOf = ({ scored }: ScoredChain, { id }: Finding) => scored.find(({ finding }) => finding.id === id)?.outcome

/** Reasons for a void sandwich: the watcher saw a replacement of its transaction, or only that the nonce was used. */
const countVoids = ({ score }: ScoredChain) => {
  const { replaced = 0, dropped = 0 } = score.report().types.sandwich?.voids ?? {}
  return replaced + dropped
}

describe('the score of a sandwich', () => {
  it('held where the chain left it its place: what contracts would have paid, to the wei', async () => {
    await using chain = await openScoredChain(devnet)
    const { call, finding, cost, parent } = await tellSandwich(chain)
    await mineUntil(devnet, chain, () => outcomeOf(chain, finding) !== undefined)
    const real = await simulate(finding, parent, [], [call])
    expect(real.reverted).toBe(0)
    expect(outcomeOf(chain, finding)).toEqual({ kind: 'held', profit: net(real.gross, cost) })
    expect(net(real.gross, cost)).toBe(finding.estimatedProfit)
    const { types } = chain.score.report()
    expect(types.sandwich).toMatchObject({ predictions: 1, hitShare: 1, voids: {}, profitError: { median: 0 } })
    expect(types.sandwich?.meanConfidence).toBe(finding.confidence)
  }, 60_000)

  it('failed where somebody else came before it, by what was left', async () => {
    await using chain = await openScoredChain(devnet)
    const { call, finding, cost, parent } = await tellSandwich(chain)
    const other = toPurchase(rival ?? attacker, parseEther('100'), 0n)
    await send(devnet, other, 50n * gwei)
    await mineUntil(devnet, chain, () => outcomeOf(chain, finding) !== undefined)
    const real = await simulate(finding, parent, [other], [call])
    expect(outcomeOf(chain, finding)).toEqual({
      kind: 'failed',
      profit: net(real.gross, cost),
      why: real.reverted ? 'victimReverts' : 'lessProfit',
    })
    expect(net(real.gross, cost)).toBeLessThan((finding.estimatedProfit * 9n) / 10n)
  }, 60_000)

  it('void where its transaction is replaced or reverted, and counted by its reason only', async () => {
    await using chain = await openScoredChain(devnet)
    const first = await tellSandwich(chain)
    const nonce = await devnet.chains.ethereum.client.getTransactionCount({ address: first.call.from })
    await send(devnet, { ...first.call, to: attacker, data: '0x', value: 1n }, 90n * gwei, nonce)
    await mineUntil(devnet, chain, () => countVoids(chain) === 1)
    await tellSandwich(chain)
    await send(devnet, toPurchase(rival ?? attacker, parseEther('3000'), 0n), 50n * gwei)
    await mineUntil(devnet, chain, () => chain.score.report().types.sandwich?.voids.reverted === 1)
    expect(chain.score.report().types.sandwich).toMatchObject({ predictions: 0, hitShare: null, profitError: null })
  }, 60_000)

  it('keeps its sums, counts no block twice, and only those that stay on the chain', async () => {
    const store = createMemoryStore()
    const { client } = devnet.chains.ethereum
    await using chain = await openScoredChain(devnet, store)
    await using other = await openScoredChain(devnet, store)
    const { finding, hash, call } = await tellSandwich(chain)
    await client.mine({ blocks: 1 })
    await waitFor(() => chain.mined.has(hash))
    await client.request({ method: 'anvil_reorg', params: [1, []] } as never)
    await waitFor(() => !chain.mined.has(hash))
    expect(await send(devnet, call, gwei)).toBe(hash)
    await mineUntil(devnet, chain, () => [chain, other].some((one) => outcomeOf(one, finding) !== undefined))
    await sleep(1_000)
    const counted = [chain, other].flatMap(({ scored }) => scored.filter((one) => one.finding.id === finding.id))
    expect(counted).toHaveLength(1)
    const kept = await getScore(store, 'ethereum')
    const { predictions = 0, voids = {} } = kept.types.sandwich ?? {}
    expect(predictions + Object.values(voids).reduce((sum, count) => sum + count, 0)).toBe(1)
    await using later = await openScoredChain(devnet, store)
    expect(later.score.report()).toEqual(kept)
  }, 60_000)
})
