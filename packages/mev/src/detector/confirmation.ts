import { createBoundedMap } from '@outrigger/core/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { type Address, type Hex, type PublicClient, zeroAddress } from 'viem'
import type { Finding } from '../finding.ts'
import { getTokenTax } from '../simulate/getTokenTax.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { noTaxes, type TokenTax, type TokenTaxes } from '../view/tokenTaxes.ts'
import { toReserve } from './toReserve.ts'

/** What rests on a token that is being measured: pending transactions, and pools of the state. */
export type Held = { readonly entries: ReadonlySet<MempoolTransaction>; readonly pools: ReadonlySet<Hex> }

export type ConfirmationOptions = {
  readonly client: PublicClient
  readonly budget: SimulationBudget
  /** 0: nothing is asked, and everything reported as computed. */
  readonly simulationsPerBlock: number
  readonly signal: AbortSignal
  readonly known: TokenTaxes | undefined
  readonly isKnownToken: (token: Address) => boolean
  readonly toSnapshot: () => PoolSnapshot
  /** A token's taxes are known now, or cannot be: what waited for them is to be computed anew. */
  readonly onLearned: (held: Held) => void
}

/** Learns the taxes of tokens that findings depend on, within a budget of requests per block. */
export type Confirmation = {
  /** Known before, and learned. */
  readonly taxes: TokenTaxes
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

type Waiting = {
  /** One that holds the token. */
  readonly pool: Hex
  readonly entries: Set<MempoolTransaction>
  readonly pools: Set<Hex>
  /** How often it was asked about without an answer before the budget ended. */
  unanswered: number
}

/** A node that knows no method may use the budget up before that is clear. */
const mostUnanswered = 3
/** Tokens learned; beyond, those learned first are forgotten. */
const maxLearned = 10_000
/** Tokens that wait for a request, and what waits for each of them; beyond, the oldest are forgotten. */
const maxWaiting = 1_000
const maxHeld = 64
/** Of a pool's reserve, what a simulation moves. */
const share = 1_000n

export function createConfirmation(options: ConfirmationOptions): Confirmation {
  const { client, budget, simulationsPerBlock, signal, known = noTaxes, isKnownToken, toSnapshot, onLearned } = options
  const learned = createBoundedMap<Address, TokenTax>(maxLearned)
  const unmeasurable = createBoundedMap<Address, true>(maxLearned)
  const waiting = createBoundedMap<Address, Waiting>(maxWaiting)
  /** In this block. */
  const tried = new Set<Address>()
  let isBusy = false
  const taxes: TokenTaxes = { get: (token) => known.get(token) ?? learned.peek(token) }
  const isOpen = (token: Address) =>
    token === zeroAddress || isKnownToken(token) || taxes.get(token) !== undefined || unmeasurable.has(token)

  function hold(token: Address, pool: Hex, entry: MempoolTransaction | null): void {
    const held = waiting.peek(token) ?? { pool, entries: new Set(), pools: new Set(), unanswered: 0 }
    if (entry === null) held.pools.add(pool)
    else if (held.entries.size < maxHeld) held.entries.add(entry)
    if (waiting.has(token)) return
    waiting.set(token, held)
    void work()
  }

  /** Whether all tokens are known; those that are not are noted. */
  function check({ swaps }: Finding, entry: MempoolTransaction | null): boolean {
    const hops = swaps.flatMap((swap) => swap.hops)
    if (hops.every(({ tokenIn, tokenOut }) => isOpen(tokenIn) && isOpen(tokenOut))) return true
    const unknown = hops.flatMap(({ pool, tokenIn, tokenOut }) =>
      [tokenIn, tokenOut].flatMap((token) => (isOpen(token) ? [] : [{ token, pool }])),
    )
    for (const { token, pool } of unknown) hold(token, pool, entry)
    return false
  }

  async function measure(token: Address, held: Waiting): Promise<void> {
    tried.add(token)
    const snapshot = toSnapshot()
    const pool = snapshot.get(held.pool)
    if (pool === null || snapshot.block === null) {
      waiting.delete(token)
      return
    }
    const amount = toReserve(pool, token) / share
    const parameters = { token, pool: pool.address, amount, blockNumber: snapshot.block.number, budget }
    // A provider that fails at it says nothing of the token, which is asked about again in the next block.
    const tax = await getTokenTax(client, parameters).catch(() => 'failed' as const)
    if (signal.aborted || tax === 'failed') return
    if (tax === null && budget.left === 0) held.unanswered += 1
    if (tax === null && budget.left === 0 && held.unanswered < mostUnanswered) return
    waiting.delete(token)
    if (tax === null) unmeasurable.set(token, true)
    else learned.set(token, tax)
    onLearned(held)
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (let next = toNext(); next !== null && budget.left > 0 && !signal.aborted; next = toNext())
      await measure(...next)
    isBusy = false
  }

  /** The one that has waited longest. */
  function toNext(): readonly [Address, Waiting] | null {
    for (const [token, held] of waiting.rentries() as Iterable<[Address, Waiting]>)
      if (!tried.has(token)) return [token, held]
    return null
  }

  return {
    taxes,
    admit(findings, entry) {
      if (simulationsPerBlock === 0) return findings
      return findings.filter((finding) => check(finding, entry))
    },
    onBlock() {
      tried.clear()
      void work()
    },
  }
}
