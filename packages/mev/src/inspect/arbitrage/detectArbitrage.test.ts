import fc from 'fast-check'
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { address, pairSwap, tickSwap, toBlock, toLog, transfer, weth } from '../fixtures/blocks.ts'
import { inspectTransactions } from '../inspectTransactions.ts'
import type { MinedLog } from '../minedBlock.ts'

const [first, second, third] = [address(0x91), address(0x92), address(0x93)]
const [a, b] = [address(0x70), address(0x71)]
const bot = address(0xb)

const swap = (pool: Address, sell: readonly [Address, bigint], buy: readonly [Address, bigint], trader = bot) =>
  pairSwap({ pool, trader, sell, buy })

function findArbitrages(logs: readonly MinedLog[], failed = false) {
  const { findings } = inspectTransactions(toBlock([{ logs, failed, to: bot }]))
  return findings.flatMap((finding) => (finding.kind === 'arbitrage' ? [finding] : []))
}

describe('an arbitrage', () => {
  it('returns to its first token through several pools with a profit', () => {
    const logs = [
      ...swap(first, [weth, 1_000n], [a, 500n]),
      ...tickSwap({ pool: second, trader: bot, sell: [a, 500n], buy: [b, 700n] }),
      ...swap(third, [b, 700n], [weth, 1_010n]),
    ]
    expect(findArbitrages(logs)).toMatchObject([
      {
        profit: { [weth]: 10n },
        profitWei: 10n,
        tokens: [weth, a, b],
        details: { contract: bot, coinbaseTransfer: null },
      },
    ])
    expect(findArbitrages(logs, true)).toEqual([])
  })

  it('may start with any token and gain several tokens', () => {
    expect(findArbitrages([...swap(first, [a, 100n], [b, 50n]), ...swap(second, [b, 49n], [a, 103n])])).toMatchObject([
      { profit: { [a]: 3n, [b]: 1n }, profitWei: null },
    ])
  })

  it('is found next to a purchase in the same transaction', () => {
    const purchase = swap(first, [weth, 5_000n], [a, 2_500n])
    const cycle = [...swap(second, [weth, 1_000n], [a, 510n]), ...swap(first, [a, 510n], [weth, 1_015n])]
    expect(findArbitrages([...purchase, ...cycle])).toMatchObject([{ profit: { [weth]: 15n } }])
  })

  it('may consist of several cycles', () => {
    const one = [...swap(first, [weth, 100n], [a, 50n]), ...swap(second, [a, 50n], [weth, 101n])]
    const two = [
      ...swap(third, [b, 100n], [address(0x72), 50n]),
      ...swap(address(0x94), [address(0x72), 50n], [b, 102n]),
    ]
    expect(findArbitrages([...one, ...two])).toMatchObject([{ profit: { [weth]: 1n, [b]: 2n } }])
  })

  it('may have hidden hops in a contract with many pools', () => {
    const manager = address(0x44)
    const hop = (id: bigint, amount0: bigint, amount1: bigint) =>
      toLog(
        manager,
        'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)',
        [id, bot],
        [...[amount0, amount1, 1n, 1n, 1n, 1n]],
      )
    const logs = [hop(1n, -100n, 50n), hop(2n, 104n, -50n), transfer(weth, manager, bot, 4n)]
    expect(findArbitrages(logs)).toMatchObject([{ profit: { [weth]: 4n } }])
    // The same hops by a user who pays for the received tokens.
    expect(findArbitrages([...logs.slice(0, 2), transfer(a, bot, manager, 9n), transfer(b, manager, bot, 9n)])).toEqual(
      [],
    )
  })
})

describe('no arbitrage', () => {
  it('is a sale, a losing route, or a round trip in one pool', () => {
    expect(findArbitrages([...swap(first, [weth, 100n], [a, 50n]), ...swap(second, [a, 50n], [b, 70n])])).toEqual([])
    expect(findArbitrages([...swap(first, [weth, 100n], [a, 50n]), ...swap(second, [a, 50n], [weth, 99n])])).toEqual([])
    expect(findArbitrages([...swap(first, [weth, 100n], [a, 50n]), ...swap(first, [a, 50n], [weth, 101n])])).toEqual([])
  })

  it('is a settlement of orders, or a liquidation with its sales', () => {
    const cycle = [...swap(first, [weth, 100n], [a, 50n]), ...swap(second, [a, 50n], [weth, 110n])]
    const order = 'Trade(address,address,address,uint256,uint256,uint256,bytes)'
    expect(findArbitrages([...cycle, toLog(bot, order, [bot], [1n])])).toEqual([])
    const call = 'LiquidationCall(address,address,address,uint256,uint256,address,bool)'
    const liquidation = toLog(address(0x50), call, [a, weth, address(1)], [5n, 6n, bot, 0n])
    expect(findArbitrages([...cycle, liquidation])).toEqual([])
  })

  it('is a purchase through any number of pools', () => {
    const steps = fc.array(
      fc.record({ pool: fc.integer({ min: 1, max: 40 }), rate: fc.integer({ min: 50, max: 200 }) }),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    fc.assert(
      fc.property(steps, (hops) => {
        let amount = 1_000_000n
        const logs = hops.flatMap(({ pool, rate }, index) => {
          const out = (amount * BigInt(rate)) / 100n
          const hop = swap(
            address(0x900 + pool + 64 * index),
            [address(0x70 + index), amount],
            [address(0x71 + index), out],
          )
          amount = out
          return hop
        })
        expect(findArbitrages(logs)).toEqual([])
      }),
      { seed: 5, numRuns: 200 },
    )
  })

  it('gains the amounts that the pools lost, for any rates', () => {
    const amounts = fc.bigInt({ min: 10n ** 6n, max: 10n ** 24n })
    fc.assert(
      fc.property(amounts, amounts, amounts, (paid, middle, got) => {
        const found = findArbitrages([
          ...swap(first, [weth, paid], [a, middle]),
          ...swap(second, [a, middle], [weth, got]),
        ])
        expect(found.map(({ profit }) => profit)).toEqual(got > paid ? [{ [weth]: got - paid }] : [])
      }),
      { seed: 6, numRuns: 300 },
    )
  })
})
