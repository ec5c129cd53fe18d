import type { Address, LocalAccount } from 'viem'
import { type DevnetClient, requestAny } from '../chain/client.ts'
import { feeds, multicall3, tokens } from '../contracts/addresses.ts'
import { pools } from '../contracts/pools.ts'
import { createFiller } from './filler.ts'
import { addCredit, type Credit } from './pace.ts'
import { planTraffic, type TrafficMix } from './plan.ts'
import { createPlayer, type PlayerCounts } from './player.ts'
import { repeat } from './repeat.ts'
import { scenarios } from './scenarios/registry.ts'
import { unstick } from './unstick.ts'
import { createUpkeep } from './upkeep.ts'
import { createTrafficWorld, getPresent } from './world.ts'
import type { TrafficWorld } from './worldTypes.ts'

export type TrafficStats = PlayerCounts & {
  /** Requested actions per second. */
  readonly ratePerSecond: number
}

export type TrafficParameters = {
  /** Seed of the plan. */
  readonly seed: number
  /** Actions per second. May be below 1. */
  readonly ratePerSecond: number
  /**
   * At least three accounts with approvals. The first two move prices and fill blocks. No other program may send from these
   * accounts while traffic runs.
   */
  readonly accounts: readonly LocalAccount[]
  readonly mix?: TrafficMix
  /**
   * Base fee in wei around which blocks are filled. With 0n blocks are not filled, and the base fee falls.
   *
   * @default the base fee of the chain's head
   */
  readonly baseFeePerGas?: bigint
  readonly signal?: AbortSignal
  /** Called about once per second. */
  readonly onProgress?: (stats: TrafficStats) => void
}

export type Traffic = {
  readonly stats: TrafficStats
  setRate(ratePerSecond: number): void
  /** Sets the center of ether's price moves relative to the initial price: -0.1 for 10 % below. */
  setEtherChange(change: number): void
  /** Stops, waits for actions in flight, and removes transactions from the pool that can never be mined. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const tickMs = 20
const headMs = 200
const upkeepMs = 1_000
const maxInFlight = 200

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
 * Runs the plan of a seed on a devnet: signed transactions of many accounts at a given rate. It keeps accounts supplied and
 * pools near the feeds, so it can run forever. It recovers if the chain is reverted or loses transactions.
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
  const upkeep = createUpkeep(world, await createBlockFiller(world, seed, parameters.baseFeePerGas))
  const player = createPlayer(world)
  const plan = planTraffic({ seed, accounts: world.accounts.length, mix: computeMix(has, mix) })
  let rate = parameters.ratePerSecond
  let credit: Credit = { actions: 0, atMs: performance.now() }
  const getStats = (): TrafficStats => ({ ratePerSecond: rate, ...player.toCounts() })

  const tick = (): void => {
    credit = addCredit(credit, rate, performance.now())
    while (credit.actions >= 1 && player.inFlight < maxInFlight && !upkeep.isBackedUp) {
      credit = { ...credit, actions: credit.actions - 1 }
      player.play(plan.next().value)
    }
  }
  const keepUp = async (): Promise<void> => {
    await upkeep.run()
    onProgress?.(getStats())
  }

  const loops = [
    repeat(tick, tickMs, player.noteError),
    repeat(upkeep.watchHead, headMs, player.noteError),
    repeat(keepUp, upkeepMs, player.noteError),
  ]
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', close)
    await Promise.all(loops.map((stop) => stop()))
    await player.finish()
    await unstick(world).catch(player.noteError)
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
    setEtherChange(change) {
      world.etherChange = change
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

const createBlockFiller = async (world: TrafficWorld, seed: number, baseFeePerGas = world.head.baseFeePerGas) => {
  // Blocks cannot be filled if every transaction gets its own block.
  const isFilled = baseFeePerGas > 0n && !(await requestAny<boolean>(world.client, 'anvil_getAutomine'))
  return isFilled ? createFiller(world, seed, baseFeePerGas) : undefined
}
