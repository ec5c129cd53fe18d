import { createBoundedMap } from '@outrigger/core/internal'
import type { PoolState } from '@outrigger/defi/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { type Address, type Hex, type PublicClient, zeroAddress } from 'viem'
import type { Terms } from '../detect/context.ts'
import type { Finding } from '../finding.ts'
import { getTokenTax } from '../simulate/getTokenTax.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import { isUntaxed, noTaxes, type TokenTax, type TokenTaxes } from '../sizing/tokenTaxes.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { type BlockAges, retryBlocks, type SeenBlock, usableBlocks, validBlocks } from './blockAge.ts'
import { createHeldQueue } from './heldQueue.ts'
import { toReserve } from './toReserve.ts'
import type { Held } from './waitingList.ts'

export type ConfirmationOptions = {
  readonly client: PublicClient
  readonly budget: SimulationBudget
  /** Requests per block. With 0, no simulation runs and all findings are reported as computed. */
  readonly simulationsPerBlock: number
  readonly signal: AbortSignal
  readonly known: TokenTaxes | undefined
  readonly isPending: (entry: MempoolTransaction) => boolean
  readonly toTerms: () => Pick<Terms, 'isKnownToken' | 'cost'>
  readonly toSnapshot: () => PoolSnapshot
  readonly ages: BlockAges
  /** Returns the value in wei that orders the simulations of findings. See `WaitingList`. */
  readonly toWorth: (finding: Finding) => bigint
  /** Called when a token's taxes are known or cannot be measured. The findings that waited must be recomputed. */
  readonly onLearned: (held: Held) => void
}

/** Learns the taxes of tokens that findings depend on, within a budget of requests per block. */
export type Confirmation = {
  /** Taxes from the options and from measurements. */
  readonly taxes: TokenTaxes
  /** Returns whether a token needs no measurement or cannot be measured. */
  isSettled(token: Address): boolean
  /** Extends the validity of measured tokens without taxes after their swaps have paid the expected amounts. */
  renew(tokens: readonly Address[]): void
  /**
   * Returns the findings whose tokens are known or cannot be measured. The tokens of the other findings wait for a measurement,
   * which may take several blocks. A later evaluation may report these findings.
   *
   * @param entry the transaction that the findings depend on, or null if they depend only on the state
   */
  admit(findings: readonly Finding[], entry: MempoolTransaction | null): readonly Finding[]
  /** Continues the measurements with the budget of the new block. */
  onBlock(): void
}

/** Largest number of measured tokens to store. */
const maxLearned = 10_000
/** Divisors of the pool's reserve that give the amounts to transfer. The second one is for pools that may hold less. */
const shares = [1_000n, 1_000_000n]
/** Smallest amount to transfer in base units, unless the pool's whole reserve is smaller. */
const leastMoved = 1_000n

/** Result of a measurement. `tax` is null if no node simulates. */
type Learned = { readonly tax: TokenTax | null; readonly block: SeenBlock }

export function createConfirmation(options: ConfirmationOptions): Confirmation {
  const { budget, simulationsPerBlock, signal, known = noTaxes, isPending, toTerms, toSnapshot, onLearned } = options
  const { ages, toWorth } = options
  const learned = createBoundedMap<string, Learned>(maxLearned)
  const isKnown = (token: Address) =>
    token === zeroAddress || toTerms().isKnownToken(token) || known.get(token) !== undefined

  const toAge = (token: Address) => ages.toAge(learned.peek(token))
  const isDue = (token: Address) => toAge(token) >= (learned.peek(token)?.tax === null ? retryBlocks : validBlocks)

  const isOpen = (token: Address) => isKnown(token) || toAge(token) < usableBlocks

  const queue = createHeldQueue<Hex, TokenTax>({
    budget,
    signal,
    isPending,
    onLearned,
    async ask(token, id) {
      const pool = toSnapshot().get(id)
      return pool === null ? undefined : tryAmounts(options, pool, token as Address)
    },
    onAnswer: (token, _, tax) => learned.set(token, { tax, block: ages.see() }),
  })

  /** Returns whether the taxes of all tokens are usable. Queues the tokens that are due for a measurement. */
  function check(finding: Finding, entry: MempoolTransaction | null): boolean {
    const hops = finding.swaps.flatMap((swap) => swap.hops)
    for (const { pool, tokenIn, tokenOut } of hops)
      for (const token of [tokenIn, tokenOut])
        if (!isKnown(token) && isDue(token)) queue.hold(token, pool, { for: entry ?? pool, worth: toWorth(finding) })
    return hops.every(({ tokenIn, tokenOut }) => isOpen(tokenIn) && isOpen(tokenOut))
  }

  /** Returns a measured tax. An unsellable token may have become sellable, so its result expires after `validBlocks`. */
  function toLearned(token: Address): TokenTax | undefined {
    const tax = learned.peek(token)?.tax ?? undefined
    return tax === undefined || tax.canSell || toAge(token) < validBlocks ? tax : undefined
  }

  return {
    taxes: { get: (token) => known.get(token) ?? toLearned(token) },
    isSettled: (token) => isKnown(token) || learned.peek(token)?.tax === null,
    onBlock: queue.onBlock,
    renew(tokens) {
      for (const token of tokens) {
        const tax = learned.peek(token)?.tax
        if (tax && isUntaxed(tax)) learned.set(token, { tax, block: ages.see() })
      }
    },
    admit(findings, entry) {
      if (simulationsPerBlock === 0) return findings
      return findings.filter((finding) => check(finding, entry))
    },
  }
}

/** Measures a token's tax. Concentrated liquidity pools may hold less than their virtual reserve and get a smaller second try. */
async function tryAmounts(
  { client, budget, toSnapshot }: ConfirmationOptions,
  pool: PoolState,
  token: Address,
): Promise<TokenTax | null> {
  const reserve = toReserve(pool, token)
  const blockNumber = toSnapshot().block?.number ?? 0n
  let tax: TokenTax | null = null
  for (const share of 'liquidity' in pool ? shares : shares.slice(0, 1)) {
    const most = reserve < leastMoved ? reserve : leastMoved
    const amount = reserve / share > most ? reserve / share : most
    tax = await getTokenTax(client, { token, pool: pool.address, amount, blockNumber, budget })
    if (tax === null || tax.canSell) break
  }
  return tax
}
