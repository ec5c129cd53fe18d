import type { Address } from 'viem'
import { addBalances } from '../flow/balances.ts'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import { type Claim, computeLiquidityGain, computeSwapGain, toSwaps } from '../profit.ts'
import { type LiquidityChange, toLiquidityChanges } from './liquidityChanges.ts'

export type JitLiquidity = {
  readonly mint: LiquidityChange
  readonly burn: LiquidityChange
  readonly victims: readonly TransactionFlow[]
}

/** Returns the input for the profit of just-in-time liquidity. */
export function toJitClaim({ mint, burn }: JitLiquidity, isPublic: (contract: Address) => boolean): Claim {
  const flows = [mint.flow, burn.flow]
  const given = computeSwapGain(toSwaps(flows))
  for (const flow of flows) addBalances(given, computeLiquidityGain(flow, mint.holder))
  return {
    attack: { flows, actors: isPublic(mint.owner) ? [] : [mint.owner], given, counterparty: mint.holder },
    toPart: (flow) => computeLiquidityGain(flow, mint.holder),
  }
}

/**
 * Finds just-in-time liquidity in a block: a position is minted, others swap in its pool, and a later transaction of the same
 * sender or contract burns the same liquidity of the position. The profit is not checked.
 */
export function detectJit(
  flows: readonly TransactionFlow[],
  { isPublic }: { readonly isPublic: (contract: Address) => boolean },
): readonly JitLiquidity[] {
  const changes = flows.flatMap(toLiquidityChanges)
  const burns = new Set(changes.filter(({ liquidity }) => liquidity < 0n))
  return changes.flatMap((mint) => {
    if (mint.liquidity <= 0n) return []
    const burn = [...burns].find((change) => isSamePosition(mint, change) && isSameActor(mint, change, isPublic))
    if (burn === undefined) return []
    const victims = findVictims(flows, mint, burn)
    if (victims.length === 0) return []
    burns.delete(burn)
    return [{ mint, burn, victims }]
  })
}

const isSamePosition = (mint: LiquidityChange, burn: LiquidityChange): boolean =>
  mint.pool === burn.pool &&
  mint.owner === burn.owner &&
  mint.tickLower === burn.tickLower &&
  mint.tickUpper === burn.tickUpper &&
  mint.liquidity === -burn.liquidity &&
  mint.flow.transaction.index < burn.flow.transaction.index

function isSameActor(mint: LiquidityChange, burn: LiquidityChange, isPublic: (contract: Address) => boolean): boolean {
  const [first, second] = [mint.flow.transaction, burn.flow.transaction]
  return first.from === second.from || (first.to !== null && first.to === second.to && !isPublic(first.to))
}

function findVictims(
  flows: readonly TransactionFlow[],
  mint: LiquidityChange,
  burn: LiquidityChange,
): readonly TransactionFlow[] {
  const [first, last] = [mint.flow.transaction, burn.flow.transaction]
  return flows.filter(
    ({ transaction, swaps, hidden }) =>
      transaction.index > first.index &&
      transaction.index < last.index &&
      transaction.from !== first.from &&
      transaction.from !== last.from &&
      [...swaps, ...hidden].some(({ pool }) => pool === mint.pool),
  )
}
