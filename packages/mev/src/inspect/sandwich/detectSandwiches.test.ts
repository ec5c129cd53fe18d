import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { address, hashOf, pairSwap, tickSwap, toBlock, toLog, transfer, weth } from '../fixtures/blocks.ts'
import { inspectTransactions } from '../inspectTransactions.ts'

const token = address(0x70)
const [pool, otherPool] = [address(0x91), address(0x92)]
const [bot, eoa, secondEoa] = [address(0xb0), address(0xe1), address(0xe2)]
const router: Address = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'

const buy = (trader: Address, paid: bigint, got: bigint, at = pool) =>
  pairSwap({ pool: at, trader, sell: [weth, paid], buy: [token, got] })
const sell = (trader: Address, paid: bigint, got: bigint, at = pool) =>
  pairSwap({ pool: at, trader, sell: [token, paid], buy: [weth, got] })
const user = (number: number) => ({ from: address(0x100 + number), to: router })
const victim = (number: number) => ({ ...user(number), logs: buy(address(0x100 + number), 100n, 90n) })

const front = { from: eoa, to: bot, logs: buy(bot, 1_000n, 900n) }
const back = { from: eoa, to: bot, logs: sell(bot, 900n, 1_050n) }

function findSandwiches(sent: Parameters<typeof toBlock>[0]) {
  const { findings } = inspectTransactions(toBlock(sent))
  return findings.flatMap((finding) => (finding.kind === 'sandwich' ? [finding] : []))
}
const hashes = (...places: readonly number[]) => places.map(hashOf)

describe('a sandwich', () => {
  it('is a trade and its reversal around others in the same pool', () => {
    const [found, ...more] = findSandwiches([front, victim(1), victim(2), back])
    expect(more).toEqual([])
    expect(found).toMatchObject({
      transactions: hashes(0, 1, 2, 3),
      profit: { [weth]: 50n },
      profitWei: 50n,
      tokens: [weth, token],
      details: { attacker: bot, pools: [pool], gasCost: 200_000n * 10n ** 9n, coinbaseTransfer: null },
    })
  })

  it('may have several senders with one contract, or one sender without a contract', () => {
    expect(findSandwiches([front, victim(1), { ...back, from: secondEoa }])).toHaveLength(1)
    const own = { from: eoa, to: router }
    const byRouter = [{ ...own, logs: buy(eoa, 1_000n, 900n) }, victim(1), { ...own, logs: sell(eoa, 900n, 1_050n) }]
    expect(findSandwiches(byRouter)).toMatchObject([{ details: { attacker: eoa } }])
  })

  it('may use several kinds of pools with one back', () => {
    const both = [
      ...buy(bot, 1_000n, 900n),
      ...tickSwap({ pool: otherPool, trader: bot, sell: [weth, 500n], buy: [token, 400n] }),
    ]
    const out = [
      ...sell(bot, 900n, 1_050n),
      ...tickSwap({ pool: otherPool, trader: bot, sell: [token, 400n], buy: [weth, 520n] }),
    ]
    const other = {
      ...user(2),
      logs: tickSwap({ pool: otherPool, trader: address(0x102), sell: [weth, 9n], buy: [token, 8n] }),
    }
    expect(findSandwiches([{ ...front, logs: both }, victim(1), other, { ...back, logs: out }])).toMatchObject([
      { transactions: hashes(0, 1, 2, 3), profit: { [weth]: 70n }, details: { pools: [pool, otherPool] } },
    ])
  })

  it('may have several fronts, which are not victims', () => {
    const [found] = findSandwiches([front, victim(1), front, victim(2), { ...back, logs: sell(bot, 1_800n, 2_100n) }])
    expect(found?.transactions).toEqual(hashes(0, 1, 3, 4))
    expect(found?.details.fronts).toEqual(hashes(0, 2))
  })

  it('is separate for each front if only the back is shared', () => {
    const other = { ...front, logs: buy(bot, 500n, 400n, otherPool) }
    const second = { ...user(2), logs: buy(address(0x102), 9n, 8n, otherPool) }
    const both = { ...back, logs: [...sell(bot, 900n, 1_050n), ...sell(bot, 400n, 520n, otherPool)] }
    const found = findSandwiches([front, victim(1), other, second, both])
    expect(found.map(({ transactions }) => transactions)).toEqual([hashes(0, 1, 4), hashes(2, 3, 4)])
    expect(found.map(({ profit }) => profit)).toEqual([{ [weth]: 50n }, { [weth]: 20n }])
  })

  it('may sell less than it bought only directly around its victims', () => {
    const part = { ...back, logs: sell(bot, 300n, 400n) }
    const stranger = { ...user(9), logs: [] }
    expect(findSandwiches([front, victim(1), part])).toHaveLength(1)
    expect(findSandwiches([front, stranger, stranger, victim(1), stranger, part])).toEqual([])
    expect(findSandwiches([front, stranger, stranger, victim(1), stranger, back])).toHaveLength(1)
  })

  it('is found in Uniswap V4 pools by id and direction', () => {
    const manager = address(0x44)
    const swap = (amount0: bigint, amount1: bigint, id = 77n) =>
      toLog(
        manager,
        'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)',
        [id, bot],
        [amount0, amount1, 1n, 1n, 1n, 1n],
      )
    const paid = [swap(-1_000n, 900n), transfer(weth, bot, manager, 1_000n), transfer(token, manager, bot, 900n)]
    const sold = [swap(1_050n, -900n), transfer(token, bot, manager, 900n), transfer(weth, manager, bot, 1_050n)]
    const other = address(0x71)
    const paths = [transfer(weth, address(0x101), manager, 10n), transfer(other, manager, address(0x101), 7n)]
    // The output of the first hop enters the second without a transfer.
    const hop = { ...user(1), logs: [swap(-10n, 9n), swap(-9n, 7n, 78n), ...paths] }
    expect(findSandwiches([{ ...front, logs: paid }, hop, { ...back, logs: sold }])).toMatchObject([
      { transactions: hashes(0, 1, 2), profit: { [weth]: 50n } },
    ])
  })
})

describe('no sandwich', () => {
  it('is found for two users of one router, listed or not', () => {
    const [first, last] = [buy(address(0x101), 1_000n, 900n), sell(address(0x103), 850n, 1_000n)]
    for (const to of [router, bot])
      expect(findSandwiches([{ ...user(1), to, logs: first }, victim(2), { ...user(3), to, logs: last }])).toEqual([])
  })

  it('is found without a victim, or if the victim trades the other way or failed', () => {
    expect(findSandwiches([front, back])).toEqual([])
    expect(findSandwiches([front, { ...user(1), logs: sell(address(0x101), 9n, 9n) }, back])).toEqual([])
    expect(findSandwiches([front, { ...victim(1), failed: true }, back])).toEqual([])
  })

  it('is found if the victim is the attacker', () => {
    expect(findSandwiches([front, { ...front, logs: buy(bot, 10n, 9n) }, back])).toEqual([])
    expect(findSandwiches([front, { ...victim(1), from: eoa }, back])).toEqual([])
  })

  it('is found if the back uses another pool', () => {
    expect(findSandwiches([front, victim(1), { ...back, logs: sell(bot, 900n, 1_050n, otherPool) }])).toEqual([])
  })
})
