import type { Address } from 'viem'
import type { Random } from '../random.ts'
import type { TrafficAccount } from './account.ts'
import type { Draft } from './draft.ts'
import type { TrafficWorld } from './worldTypes.ts'

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
