import type { Address } from 'viem'
import type { Random } from '../random.ts'
import type { TrafficAccount } from './account.ts'
import type { Draft } from './draft.ts'
import type { TrafficWorld } from './worldTypes.ts'

export type Outgoing = { readonly from: TrafficAccount; readonly drafts: readonly Draft[] }

export type PlanContext = { readonly accounts: number }

/** A kind of traffic. `plan` depends on the seed only, `build` on the chain's state. */
export type Scenario<parameters> = {
  /** Weight among all scenarios. */
  readonly weight: number
  /** Contracts that the scenario needs. It is excluded if one has no code. */
  readonly needs?: readonly Address[]
  /** Creates a planner, which may remember its earlier plans. Pure. */
  plan(context: PlanContext): (random: Random) => parameters
  /** Returns the transactions of an action in order, or `undefined` if it is impossible in the chain's state. */
  build(
    parameters: parameters,
    account: TrafficAccount,
    world: TrafficWorld,
  ): Outgoing | undefined | Promise<Outgoing | undefined>
}

export const defineScenario = <parameters>(scenario: Scenario<parameters>): Scenario<parameters> => scenario
