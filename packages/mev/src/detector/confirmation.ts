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
  /** 0: nothing is asked, and everything reported as computed. */
  readonly simulationsPerBlock: number
  readonly signal: AbortSignal
  readonly known: TokenTaxes | undefined
  readonly isPending: (entry: MempoolTransaction) => boolean
  readonly toTerms: () => Pick<Terms, 'isKnownToken' | 'cost'>
  readonly toSnapshot: () => PoolSnapshot
  readonly ages: BlockAges
  /** What a finding is worth asking about: see `HeldQueue`. */
  readonly toWorth: (finding: Finding) => bigint
  /** A token's taxes are known now, or cannot be: what waited for them is to be computed anew. */
  readonly onLearned: (held: Held) => void
}

/** Learns the taxes of tokens that findings depend on, within a budget of requests per block. */
export type Confirmation = {
  /** Known before, and learned. */
  readonly taxes: TokenTaxes
  /** Whether a token is known without being measured, or cannot be measured here. */
  isSettled(token: Address): boolean
  /** Swaps of these tokens brought what their taxes say: those that keep nothing need not be measured again so soon. */
  renew(tokens: readonly Address[]): void
  /**
   * Those of the findings whose tokens are known, or cannot be measured. The others wait, over blocks where need be, and may
   * be reported when computed anew.
   *
   * @param entry the transaction that they rest on; null where that is the state alone
   */
  admit(findings: readonly Finding[], entry: MempoolTransaction | null): readonly Finding[]
  /** A new block: the budget is whole again. */
  onBlock(): void
}

/** Tokens learned; beyond, those learned first are forgotten. */
const maxLearned = 10_000
/** Of a pool's reserve, what a simulation moves: a thousandth, and where a pool may hold less, a millionth. */
const shares = [1_000n, 1_000_000n]
/** Of a pool that holds next to nothing, in smallest units. */
const leastMoved = 1_000n

/** `tax` is null where no node simulates. */
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

  /** Whether all tokens are known; those that are not are noted. */
  function check(finding: Finding, entry: MempoolTransaction | null): boolean {
    const hops = finding.swaps.flatMap((swap) => swap.hops)
    for (const { pool, tokenIn, tokenOut } of hops)
      for (const token of [tokenIn, tokenOut])
        if (!isKnown(token) && isDue(token)) queue.hold(token, pool, { for: entry ?? pool, worth: toWorth(finding) })
    return hops.every(({ tokenIn, tokenOut }) => isOpen(tokenIn) && isOpen(tokenOut))
  }

  /** A token that could not be sold may be open by now: then what is found waits until it is measured again. */
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

/** A pool of concentrated liquidity may hold less than its range stands for. */
async function tryAmounts(
  { client, budget, toTerms, toSnapshot }: ConfirmationOptions,
  pool: PoolState,
  token: Address,
): Promise<TokenTax | null> {
  const reserve = toReserve(pool, token)
  const blockNumber = toSnapshot().block?.number ?? 0n
  const { gasPrice } = toTerms().cost
  let tax: TokenTax | null = null
  for (const share of 'liquidity' in pool ? shares : shares.slice(0, 1)) {
    const most = reserve < leastMoved ? reserve : leastMoved
    const amount = reserve / share > most ? reserve / share : most
    tax = await getTokenTax(client, { token, pool: pool.address, amount, blockNumber, gasPrice, budget })
    if (tax === null || tax.canSell) break
  }
  return tax
}
