import type { Address, Hex } from 'viem'
import type { TrafficAccount } from './account.ts'
import type { Random } from './random.ts'
import type { TrafficWorld } from './world.ts'

/** A transaction before nonce and fee. The gas limit is given: estimating would ask the chain for every one. */
export type Draft = {
  /** Left out for a deployment. */
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  readonly gas: bigint
  /** Takes the nonce of the draft before it, at a fee that outbids it. */
  readonly replaces?: boolean
}

export type Outgoing = { readonly from: TrafficAccount; readonly drafts: readonly Draft[] }

export type PlanContext = { readonly accounts: number }

/** One kind of traffic. What the seed decides is in `plan`, what the chain's state decides is in `build`. */
export type Scenario<parameters> = {
  /** Share among all scenarios. */
  readonly weight: number
  /** Addresses without whose code the scenario is left out, as on a bare chain. */
  readonly needs?: readonly Address[]
  /** Pure: starts a planner, which may remember what it planned before. */
  plan(context: PlanContext): (random: Random) => parameters
  /** The transactions of one action, in order; `undefined` when the chain's state leaves nothing to do. */
  build(
    parameters: parameters,
    account: TrafficAccount,
    world: TrafficWorld,
  ): Outgoing | undefined | Promise<Outgoing | undefined>
}

export const defineScenario = <parameters>(scenario: Scenario<parameters>): Scenario<parameters> => scenario
