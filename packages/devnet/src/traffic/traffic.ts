import { redactText } from '@outrigger/core'
import type { Address, LocalAccount } from 'viem'
import { type DevnetClient, requestAny } from '../chain/client.ts'
import { feeds, multicall3, tokens } from '../contracts/addresses.ts'
import { pools } from '../contracts/pools.ts'
import { createFiller } from './filler.ts'
import { planTraffic, type TrafficAction, type TrafficMix } from './plan.ts'
import { repeat } from './repeat.ts'
import type { Scenario } from './scenario.ts'
import { type ScenarioKind, scenarios } from './scenarios/registry.ts'
import { unstick } from './unstick.ts'
import { createTrafficWorld, getPresent } from './world.ts'

export type TrafficStats = {
  /** Actions a second asked for. */
  readonly ratePerSecond: number
  /** Actions taken from the plan. */
  readonly planned: number
  /** Transactions the chain accepted; an action is one, or two when it replaces itself. */
  readonly sent: number
  /** Actions the chain did not take. */
  readonly failed: number
  /** Actions the chain's state left nothing to do for, such as a transfer of an NFT nobody has minted yet. */
  readonly idle: number
  /** Actions sent, by scenario. */
  readonly byKind: Readonly<Partial<Record<ScenarioKind, number>>>
  readonly lastError: string | undefined
}

export type TrafficParameters = {
  /** Decides the plan. */
  readonly seed: number
  /** Actions a second, also below 1. */
  readonly ratePerSecond: number
  /**
   * At least three, with their approvals in place. The first two move prices and fill blocks. While traffic runs nobody
   * else may send from them.
   */
  readonly accounts: readonly LocalAccount[]
  readonly mix?: TrafficMix
  /**
   * Blocks are filled so that the base fee wanders around this one (wei); 0n lets it fall as empty blocks make it.
   *
   * @default that of the chain's head
   */
  readonly baseFeePerGas?: bigint
  readonly signal?: AbortSignal
  /** About once a second. */
  readonly onProgress?: (stats: TrafficStats) => void
}

export type Traffic = {
  readonly stats: TrafficStats
  setRate(ratePerSecond: number): void
  /** Stops, waits for what is being sent, and takes from the pool what could never be mined. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const tickMs = 20
const headMs = 200
const refreshMs = 1_000
const replenishMs = 30_000
const maxInFlight = 200
/** With this many transactions waiting to be mined, no more are sent. */
const maxPending = 4_000

const needsOf = ({ needs = [] }: { readonly needs?: readonly Address[] | undefined }): readonly Address[] => needs

const allAddresses: readonly Address[] = [
  ...new Set<Address>([
    ...Object.values(scenarios).flatMap(needsOf),
    ...[...Object.values(tokens), ...Object.values(feeds), ...pools].map(({ address }) => address),
    multicall3,
  ]),
]

/** Scenarios whose contracts are missing get weight 0. */
const computeMix = (has: (addresses: readonly Address[]) => boolean, mix: TrafficMix): TrafficMix => {
  const absent = Object.entries(scenarios).filter(([, scenario]) => !has(needsOf(scenario)))
  return { ...mix, ...Object.fromEntries(absent.map(([kind]) => [kind, 0])) }
}

/**
 * Plays the plan of a seed on a devnet: signed transactions of many accounts, at a rate. Keeps accounts supplied and
 * pools near the feeds, so it may run for ever; recovers when the chain is reverted or loses transactions.
 *
 * @throws {TooFewAccountsError | EmptyMixError}
 * @example
 * const traffic = await startTraffic(devnet.chains.ethereum, { seed: 7, ratePerSecond: 10, accounts })
 */
export const startTraffic = async (
  { client }: { readonly client: DevnetClient },
  parameters: TrafficParameters,
): Promise<Traffic> => {
  const { seed, mix = {}, signal, onProgress } = parameters
  signal?.throwIfAborted()
  const has = await getPresent(client, allAddresses)
  const world = createTrafficWorld(client, has, parameters.accounts)
  await world.refreshHead()
  await world.refresh()
  await world.replenish()
  const anchorFeePerGas = parameters.baseFeePerGas ?? world.head.baseFeePerGas
  // Where every transaction gets a block of its own, no block can be filled.
  const isFilled = anchorFeePerGas > 0n && !(await requestAny<boolean>(client, 'anvil_getAutomine'))
  const fillBlock = isFilled ? await createFiller(world, seed, anchorFeePerGas) : undefined

  const plan = planTraffic({ seed, accounts: world.accounts.length, mix: computeMix(has, mix) })
  const byKind: Partial<Record<ScenarioKind, number>> = {}
  const counts = { planned: 0, sent: 0, failed: 0, idle: 0 }
  const inFlight = new Set<Promise<unknown>>()
  let rate = parameters.ratePerSecond
  let lastError: string | undefined
  let isBackedUp = false

  const getStats = (): TrafficStats => ({ ratePerSecond: rate, ...counts, byKind: { ...byKind }, lastError })
  const note = (error: unknown): void => {
    lastError = redactText(error instanceof Error ? error.message : String(error))
  }

  const play = async ({ kind, account, parameters, ...tip }: TrafficAction): Promise<void> => {
    const actor = world.accounts[account]
    const outgoing = actor && (await (scenarios[kind] as Scenario<unknown>).build(parameters, actor, world))
    if (outgoing === undefined) {
      counts.idle++
      return
    }
    const sent = await outgoing.from.send(outgoing.drafts, tip)
    counts.sent += sent
    byKind[kind] = (byKind[kind] ?? 0) + 1
  }
  const launch = (work: Promise<unknown>): void => {
    const playing: Promise<unknown> = work
      .catch((error: unknown) => {
        counts.failed++
        note(error)
      })
      .finally(() => inFlight.delete(playing))
    inFlight.add(playing)
  }

  let credit = 0
  let lastTickMs = performance.now()
  const tick = (): void => {
    const nowMs = performance.now()
    // After a pause the missed actions are not made up for.
    credit = Math.min(credit + (rate * (nowMs - lastTickMs)) / 1000, Math.max(1, rate / 4))
    lastTickMs = nowMs
    while (credit >= 1 && inFlight.size < maxInFlight && !isBackedUp) {
      credit--
      counts.planned++
      launch(play(plan.next().value))
    }
  }

  const watchHead = async (): Promise<void> => {
    const { number } = world.head
    await world.refreshHead()
    // The chain was reverted, and what it had counted with it.
    if (world.head.number < number) for (const account of world.everyone) account.resync()
    if (world.head.number !== number && !isBackedUp) await fillBlock?.()
  }

  let wasStuck = false
  let replenishedMs = performance.now()
  const keepUp = async (): Promise<void> => {
    await world.refresh()
    const { pending, queued } = await client.getTxpoolStatus()
    isBackedUp = pending + queued > maxPending
    if (wasStuck && queued > 0) await unstick(world)
    wasStuck = queued > 0
    if (performance.now() - replenishedMs > replenishMs) {
      replenishedMs = performance.now()
      await world.replenish()
    }
    onProgress?.(getStats())
  }

  const loops = [repeat(tick, tickMs, note), repeat(watchHead, headMs, note), repeat(keepUp, refreshMs, note)]
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', close)
    await Promise.all(loops.map((stop) => stop()))
    await Promise.all(inFlight)
    await unstick(world).catch(note)
  }
  signal?.addEventListener('abort', close, { once: true })
  if (signal?.aborted) await close()

  return {
    get stats() {
      return getStats()
    },
    setRate(ratePerSecond) {
      rate = ratePerSecond
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
