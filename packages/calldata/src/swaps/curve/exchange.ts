import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { curvePools } from './poolAddresses.ts'

type Coins = { readonly coins: readonly Address[]; readonly underlying: readonly Address[] }

const known = new Map(
  Object.entries(curvePools).map(([chain, pools]) => [
    chain as ChainName,
    new Map(
      Object.values(pools)
        .flat()
        .map(([pool, coins, underlying = coins]): [Address, Coins] => [pool, { coins, underlying }]),
    ),
  ]),
)

type Exchange = {
  readonly pool?: Address
  /** Word of `i`. The words of `j`, `dx` and `min_dy` follow it. */
  readonly first: number
  readonly kind?: keyof Coins
  /** Whether the pool wraps and unwraps the native currency itself. */
  readonly usesNative?: boolean
  readonly recipient?: Address | null
}

/** Decodes an exchange by coin indices. The tokens are unknown if the pool is not in the table. */
function exchange(
  call: Call,
  { pool = call.to, first, kind = 'coins', usesNative = false, recipient }: Exchange,
): void {
  const coins = known.get(call.chain)?.get(pool)?.[kind]
  const [tokenIn = null, tokenOut = null] = [coins?.[call.number(first)], coins?.[call.number(first + 1)]]
  call.swap({
    tokenIn,
    tokenOut,
    amountIn: call.uint(first + 2),
    amountOut: call.uint(first + 3),
    pools: [pool],
    coins: kind === 'coins' ? [call.number(first), call.number(first + 1)] : undefined,
    isNativeIn: call.value > 0n,
    isNativeOut: tokenOut !== null && (call.isNative(tokenOut) || (usesNative && tokenOut === call.wrappedNative)),
    recipient: recipient ?? null,
  })
}

/**
 * Exchanges of a pool. Pools of coins with similar prices have `int128` indices, and other pools have `uint256`
 * indices.
 */
export const poolExchanges: Functions = defineFunctions({
  ...each(
    (call) => exchange(call, { first: 0 }),
    'exchange(int128,int128,uint256,uint256)',
    'exchange(uint256,uint256,uint256,uint256)',
    'exchange_received(int128,int128,uint256,uint256)',
    'exchange_received(uint256,uint256,uint256,uint256)',
  ),
  ...each(
    (call) => exchange(call, { first: 0, recipient: call.address(4) }),
    'exchange(int128,int128,uint256,uint256,address)',
    'exchange(uint256,uint256,uint256,uint256,address)',
    'exchange_received(int128,int128,uint256,uint256,address)',
    'exchange_received(uint256,uint256,uint256,uint256,address)',
  ),
  'exchange(uint256,uint256,uint256,uint256,bool)': (call) => exchange(call, { first: 0, usesNative: call.bool(4) }),
  'exchange(uint256,uint256,uint256,uint256,bool,address)': (call) =>
    exchange(call, { first: 0, usesNative: call.bool(4), recipient: call.address(5) }),
  ...each(
    (call) => exchange(call, { first: 0, kind: 'underlying', usesNative: true }),
    'exchange_underlying(int128,int128,uint256,uint256)',
    'exchange_underlying(uint256,uint256,uint256,uint256)',
  ),
  ...each(
    (call) => exchange(call, { first: 0, kind: 'underlying', usesNative: true, recipient: call.address(4) }),
    'exchange_underlying(int128,int128,uint256,uint256,address)',
    'exchange_underlying(uint256,uint256,uint256,uint256,address)',
  ),
})

/** Exchanges of zaps, whose first argument is the pool. */
export const zapExchanges: Functions = defineFunctions({
  'exchange(address,uint256,uint256,uint256,uint256,bool)': (call) =>
    exchange(call, { pool: call.address(0), first: 1, kind: 'underlying', usesNative: call.bool(5) }),
  ...each(
    (call) => exchange(call, { pool: call.address(0), first: 1, kind: 'underlying' }),
    'exchange_underlying(address,int128,int128,uint256,uint256)',
    'exchange_underlying(address,int128,int128,uint256,uint256,address)',
  ),
})
