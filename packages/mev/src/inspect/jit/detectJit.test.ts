import { describe, expect, it } from 'vitest'
import { address, hashOf, tickSwap, toBlock, toLog, transfer, weth } from '../fixtures/blocks.ts'
import { inspectTransactions } from '../inspectTransactions.ts'

const [pool, token, bot, eoa] = [address(0x91), address(0x70), address(0xb0), address(0xe1)]
const mintEvent = 'Mint(address,address,int24,int24,uint128,uint256,uint256)'
const burnEvent = 'Burn(address,int24,int24,uint128,uint256,uint256)'

const mint = (owner = bot, lower = -60n) => [
  transfer(weth, bot, pool, 500n),
  toLog(pool, mintEvent, [owner, lower, 60n], [bot, 1_000n, 0n, 500n]),
]
const burn = (owner = bot, liquidity = 1_000n) => [
  toLog(pool, burnEvent, [owner, -60n, 60n], [liquidity, 300n, 210n]),
  transfer(weth, pool, bot, 210n),
  transfer(token, pool, bot, 300n),
]
const victim = {
  from: address(0x101),
  logs: tickSwap({ pool, trader: address(0x101), sell: [token, 300n], buy: [weth, 290n] }),
}
const own = { from: eoa, to: bot }

function findJit(sent: Parameters<typeof toBlock>[0]) {
  return inspectTransactions(toBlock(sent)).findings.flatMap((finding) => (finding.kind === 'jit' ? [finding] : []))
}

describe('just-in-time liquidity', () => {
  it('is a position minted and burnt around a swap of another', () => {
    expect(findJit([{ ...own, logs: mint() }, victim, { ...own, logs: burn() }])).toMatchObject([
      {
        transactions: [hashOf(0), hashOf(1), hashOf(2)],
        profit: { [weth]: -290n, [token]: 300n },
        profitWei: expect.any(BigInt),
        details: { provider: bot, pool, tickLower: -60, tickUpper: 60, liquidity: 1_000n, victims: [hashOf(1)] },
      },
    ])
  })

  it('is found in Uniswap V4 by the pool id', () => {
    const manager = address(0x44)
    const modify = 'ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)'
    const change = (liquidity: bigint) => [toLog(manager, modify, [7n, bot], [-60n, 60n, liquidity, 0n])]
    const swap = toLog(
      manager,
      'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)',
      [7n, bot],
      [...[-5n, 4n, 1n, 1n, 1n, 1n]],
    )
    const paths = [transfer(token, address(0x101), manager, 5n), transfer(weth, manager, address(0x101), 4n)]
    const others = { from: address(0x101), logs: [swap, ...paths] }
    const sent = [{ ...own, logs: change(9n) }, others, { ...own, logs: change(-9n) }]
    expect(findJit(sent)).toMatchObject([{ transactions: [hashOf(0), hashOf(1), hashOf(2)] }])
  })

  it('requires the same owner, size and range, and a victim', () => {
    const nobody = address(0x99)
    expect(
      findJit([
        { ...own, logs: mint() },
        { ...own, logs: burn() },
      ]),
    ).toEqual([])
    expect(
      findJit([
        { ...own, logs: mint() },
        { ...victim, from: eoa },
        { ...own, logs: burn() },
      ]),
    ).toEqual([])
    for (const logs of [burn(nobody), burn(bot, 999n)])
      expect(findJit([{ ...own, logs: mint() }, victim, { ...own, logs }])).toEqual([])
    expect(findJit([{ ...own, logs: mint(bot, -120n) }, victim, { ...own, logs: burn() }])).toEqual([])
    const stranger = { from: nobody, to: address(0x98), logs: burn() }
    expect(findJit([{ ...own, logs: mint() }, victim, stranger])).toEqual([])
  })
})
