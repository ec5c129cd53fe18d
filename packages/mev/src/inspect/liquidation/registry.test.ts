import { type AbiEvent, encodeAbiParameters, parseAbiItem } from 'viem'
import { describe, expect, it } from 'vitest'
import { address, pairSwap, toBlock, toLog, transfer, weth } from '../fixtures/blocks.ts'
import { inspectTransactions } from '../inspectTransactions.ts'
import { liquidationDefinitions } from './registry.ts'

const [lender, token, liquidator, borrower] = [address(0x50), address(0x70), address(0xb0), address(0x77)]
const aavePool = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'

function findLiquidations(logs: Parameters<typeof toBlock>[0][number]['logs']) {
  const { findings } = inspectTransactions(toBlock([{ to: liquidator, logs }]))
  return findings.flatMap((finding) => (finding.kind === 'liquidation' ? [finding] : []))
}

describe('a liquidation', () => {
  it('is decoded from the lender’s log: Aave', () => {
    const event = 'LiquidationCall(address,address,address,uint256,uint256,address,bool)'
    const logs = [
      transfer(weth, liquidator, lender, 100n),
      transfer(token, lender, liquidator, 210n),
      toLog(aavePool, event, [token, weth, borrower], [100n, 210n, liquidator, 0n]),
    ]
    expect(findLiquidations(logs)).toMatchObject([
      {
        profit: { [weth]: -100n, [token]: 210n },
        details: {
          protocol: 'aave_v3',
          liquidator,
          borrower,
          debtToken: weth,
          debtAmount: 100n,
          collateralAmount: 210n,
        },
      },
    ])
  })

  it('is decoded from the lender’s log: Compound, Morpho, Comet', () => {
    const compound = toLog(
      lender,
      'LiquidateBorrow(address,address,uint256,address,uint256)',
      [],
      [...[liquidator, borrower, 100n, token, 7n]],
    )
    const morpho = toLog(
      lender,
      'Liquidate(bytes32,address,address,uint256,uint256,uint256,uint256,uint256)',
      [1n, liquidator, borrower],
      [100n, 1n, 7n, 0n, 0n],
    )
    const absorb = toLog(lender, 'AbsorbDebt(address,address,uint256,uint256)', [liquidator, borrower], [100n, 5n])
    const paid = transfer(weth, liquidator, lender, 100n)
    expect([compound, morpho, absorb].map((log) => findLiquidations([paid, log])[0]?.details)).toMatchObject([
      { protocol: 'compound_v2', liquidator, borrower, debtToken: weth, collateralToken: token, collateralAmount: 7n },
      { protocol: 'morpho', liquidator, borrower, debtToken: weth, debtAmount: 100n, collateralAmount: 7n },
      { protocol: 'compound_v3', liquidator, borrower, debtAmount: 100n },
    ])
  })

  it('is one finding each, with its seized and repaid amounts', () => {
    const event = 'LiquidationCall(address,address,address,uint256,uint256,address,bool)'
    const logsOf = (user: number) => [
      transfer(weth, liquidator, lender, 10n),
      transfer(token, lender, liquidator, 21n),
      toLog(aavePool, event, [token, weth, address(user)], [10n, 21n, liquidator, 0n]),
    ]
    const both = [...logsOf(1), ...logsOf(2)]
    const each = { [token]: 21n, [weth]: -10n }
    expect(findLiquidations(both).map(({ profit }) => profit)).toEqual([each, each])
    // A sale of the collateral is counted once.
    const sale = pairSwap({ pool: address(0x91), trader: liquidator, sell: [token, 42n], buy: [weth, 26n] })
    const sums = findLiquidations([...both, ...sale]).map(({ profit }) => profit)
    expect(sums).toEqual([{ [token]: -21n, [weth]: 16n }, each])
  })

  it('uses the sale’s proceeds even if they are below the lender’s valuation', () => {
    const event = 'LiquidationCall(address,address,address,uint256,uint256,address,bool)'
    const logs = [
      // The reserve receives the debt and gives nothing.
      transfer(weth, liquidator, address(0xa70), 100n),
      transfer(token, lender, liquidator, 210n),
      toLog(aavePool, event, [token, weth, borrower], [100n, 210n, liquidator, 0n]),
      ...pairSwap({ pool: address(0x91), trader: liquidator, sell: [token, 210n], buy: [weth, 90n] }),
    ]
    expect(findLiquidations(logs)).toMatchObject([{ profit: { [weth]: -10n }, profitWei: -10n }])
  })

  it('may pay to another address of the liquidator', () => {
    const buy = 'BuyCollateral(address,address,uint256,uint256)'
    const wallet = address(0xcc)
    const logs = [
      transfer(weth, liquidator, lender, 100n),
      transfer(token, lender, wallet, 210n),
      toLog(lender, buy, [liquidator, token], [100n, 210n]),
    ]
    expect(findLiquidations(logs)).toMatchObject([{ profit: { [weth]: -100n, [token]: 210n } }])
  })

  it('may seize ether without a transfer log', () => {
    const event = 'LiquidationCall(address,address,address,uint256,uint256,uint256,address,bool,uint256)'
    const ether = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
    const logs = [
      transfer(token, liquidator, lender, 100n),
      toLog(lender, event, [ether, token, borrower], [100n, 210n, 0n, liquidator, 0n, 0n]),
    ]
    expect(findLiquidations(logs)).toMatchObject([{ profit: { [weth]: 210n, [token]: -100n } }])
  })
})

describe('every form of liquidation', () => {
  const forms = liquidationDefinitions.map(({ event, call }) => event ?? call)

  it('has a unique signature', () => {
    expect(new Set(forms).size).toBe(forms.length)
    for (const { event } of liquidationDefinitions)
      if (event !== undefined) expect(() => parseAbiItem(`event ${event}`)).not.toThrow()
  })

  it('decodes logs with arbitrary or no data', () => {
    for (const { event } of liquidationDefinitions) {
      if (event === undefined) continue
      const { inputs } = parseAbiItem(`event ${event}`) as AbiEvent
      const data = encodeAbiParameters([{ type: 'bytes32[]' }], [inputs.map(() => `0x${'ff'.repeat(32)}` as const)])
      const full = { ...toLog(lender, event, [2n ** 256n - 1n, 2n ** 256n - 1n, 0n], []), data }
      for (const log of [full, { ...full, data: '0x' as const, topics: full.topics.slice(0, 1) }])
        expect(findLiquidations([log]), event).toHaveLength(1)
    }
  })
})
