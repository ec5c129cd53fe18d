import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { type Decode, defineFunctions, type Functions } from '../../decoder/protocol.ts'

/** Decodes liquidity. The amounts are a fixed array in the arguments, so the signature contains its size. */
function liquidity(event: 'add' | 'remove', first: number, count: number): Decode {
  return (call: Call) => {
    const tokens: readonly Address[] = []
    call.emit({
      kind: 'liquidity',
      event,
      tokens,
      amounts: Array.from({ length: count }, (_, coin) => call.uint(first + coin)),
    })
  }
}

/**
 * Returns every signature for a number of coins: with `use_underlying` or `use_eth`, with a receiver, or with the
 * pool as first argument (zaps).
 */
function shapes(count: number): [string, Decode][] {
  const amounts = `uint256[${count}]`
  const tails = ['', ',bool', ',address', ',bool,address', ',address,bool']
  return tails.flatMap((tail): [string, Decode][] => [
    [`add_liquidity(${amounts},uint256${tail})`, liquidity('add', 0, count)],
    [`add_liquidity(address,${amounts},uint256${tail})`, liquidity('add', 1, count)],
    [`remove_liquidity(uint256,${amounts}${tail})`, liquidity('remove', 1, count)],
    [`remove_liquidity(address,uint256,${amounts}${tail})`, liquidity('remove', 2, count)],
    [`remove_liquidity_imbalance(${amounts},uint256${tail})`, liquidity('remove', 0, count)],
    [`remove_liquidity_imbalance(address,${amounts},uint256${tail})`, liquidity('remove', 1, count)],
  ])
}

const oneCoin = ['', ',bool', ',address', ',bool,address'].flatMap((tail): [string, Decode][] =>
  ['int128', 'uint256'].flatMap((index): [string, Decode][] => [
    [`remove_liquidity_one_coin(uint256,${index},uint256${tail})`, liquidity('remove', 0, 0)],
    [`remove_liquidity_one_coin(address,uint256,${index},uint256${tail})`, liquidity('remove', 0, 0)],
  ]),
)

const dynamic: [string, Decode][] = ['', ',address'].flatMap((tail): [string, Decode][] => [
  [`add_liquidity(uint256[],uint256${tail})`, (call) => liquidityList(call, 'add', 0)],
  [`remove_liquidity(uint256,uint256[]${tail})`, (call) => liquidityList(call, 'remove', 1)],
  [`remove_liquidity_imbalance(uint256[],uint256${tail})`, (call) => liquidityList(call, 'remove', 0)],
])

function liquidityList(call: Call, event: 'add' | 'remove', at: number): void {
  call.emit({ kind: 'liquidity', event, tokens: [], amounts: call.uints(at) })
}

export const liquidityFunctions: Functions = defineFunctions(
  Object.fromEntries([...[2, 3, 4, 5, 6, 7, 8].flatMap(shapes), ...oneCoin, ...dynamic]),
)
