import type { ProviderPool } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import type { PoolState } from '@outrigger/defi/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { LRUCache } from 'lru-cache'
import type { Address, PublicClient } from 'viem'
import type { Finding } from '../finding.ts'
import { getTokenTax } from '../simulate/getTokenTax.ts'
import { createSimulationBudget, type SimulationBudget } from '../simulate/simulationBudget.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { noTaxes, type TokenTax, type TokenTaxes } from '../view/tokenTaxes.ts'

export type ConfirmationOptions = {
  readonly pool: ProviderPool
  readonly simulationsPerBlock: number
  readonly signal: AbortSignal
  readonly known: TokenTaxes | undefined
  readonly isKnownToken: (token: Address) => boolean
  readonly toSnapshot: () => PoolSnapshot
  /** The taxes of a token that a transaction's findings depend on are known now. */
  readonly onLearned: (entry: MempoolTransaction) => void
}

/** Learns the taxes of tokens that findings depend on, within a budget of requests per block. */
export type Confirmation = {
  /** Known before, and learned. */
  readonly taxes: TokenTaxes
  readonly client: PublicClient
  readonly budget: SimulationBudget
  consider(entry: MempoolTransaction, findings: readonly Finding[]): void
  /** A new block: the budget is whole again. */
  reset(): void
}

/** Tokens learned; beyond, those learned first are forgotten. */
const maxLearned = 10_000
/** Of a pool's reserve, what a simulation moves. */
const share = 1_000n

export function createConfirmation(options: ConfirmationOptions): Confirmation {
  const { simulationsPerBlock, signal, known = noTaxes, isKnownToken, toSnapshot, onLearned } = options
  const budget = createSimulationBudget(simulationsPerBlock)
  const learned = new LRUCache<Address, TokenTax>({ max: maxLearned })
  const asked = new Set<Address>()
  const client = createPoolClient(options.pool)
  const taxes: TokenTaxes = { get: (token) => known.get(token) ?? learned.peek(token) }

  async function learn(token: Address, pool: PoolState, blockNumber: bigint): Promise<boolean> {
    asked.add(token)
    const amount = toReserve(pool, token) / share
    // A provider that fails at it says nothing of the token, which is asked about again later.
    const tax = await getTokenTax(client, { token, pool: pool.address, amount, blockNumber, budget }).catch(() => null)
    asked.delete(token)
    if (tax === null || signal.aborted) return false
    learned.set(token, tax)
    return true
  }

  async function considerAll(entry: MempoolTransaction, findings: readonly Finding[]): Promise<void> {
    const snapshot = toSnapshot()
    const news: boolean[] = []
    for (const { pool: id, tokenIn, tokenOut } of findings.flatMap(({ swaps }) => swaps.flatMap(({ hops }) => hops)))
      for (const token of [tokenIn, tokenOut]) {
        if (isKnownToken(token) || taxes.get(token) !== undefined || asked.has(token)) continue
        const pool = snapshot.get(id)
        if (pool !== null && snapshot.block !== null) news.push(await learn(token, pool, snapshot.block.number))
      }
    if (news.includes(true)) onLearned(entry)
  }

  return {
    ...{ taxes, client, budget },
    reset: budget.reset,
    consider(entry, findings) {
      if (simulationsPerBlock > 0 && findings.some(({ inputs }) => inputs.unknownTokens > 0))
        void considerAll(entry, findings)
    },
  }
}

function toReserve(pool: PoolState, token: Address): bigint {
  const index = pool.tokens.indexOf(token)
  if ('balances' in pool) return pool.balances[index] ?? 0n
  if ('reserve0' in pool) return index === 0 ? pool.reserve0 : pool.reserve1
  // The virtual reserves of the range.
  return index === 0 ? (pool.liquidity << 96n) / (pool.sqrtPriceX96 || 1n) : (pool.liquidity * pool.sqrtPriceX96) >> 96n
}
