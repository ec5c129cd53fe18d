import { OutriggerError } from '@outrigger/core'
import { createRandom, type Random } from '../random.ts'
import type { Tip } from './account.ts'
import type { Scenario } from './scenario.ts'
import { type ScenarioKind, scenarios } from './scenarios/registry.ts'

/** Weights by kind that replace the scenarios' own. 0 excludes a kind. */
export type TrafficMix = { readonly [kind in ScenarioKind]?: number }

type ParametersOf<scenario> = scenario extends Scenario<infer parameters> ? parameters : never

type WeightedKind = {
  readonly kind: ScenarioKind
  readonly weight: number
  readonly planner: (random: Random) => unknown
}

/** No scenario is left to choose from. */
export class EmptyMixError extends OutriggerError {
  readonly code = 'EMPTY_TRAFFIC_MIX'

  constructor() {
    super('Every scenario has weight 0, or its contracts are not on this chain. Use another `mix`.')
  }
}

/** Plans tips like real ones: most near a tenth of the base fee, a few far above, and one in ten as a legacy price. */
export const planTip = (random: Random): Tip => ({
  tipShare: 0.1 * Math.exp(0.8 * random.normal()),
  isLegacy: random.next() < 0.1,
})

/** A planned action with account, scenario and fee. Amounts and directions depend on the chain. */
export type TrafficAction = {
  [kind in ScenarioKind]: {
    readonly kind: kind
    readonly account: number
    readonly parameters: ParametersOf<(typeof scenarios)[kind]>
  } & Tip
}[ScenarioKind]

export type TrafficPlanParameters = { readonly seed: number; readonly accounts: number; readonly mix?: TrafficMix }

/**
 * Yields the endless sequence of actions of a seed. It is pure: the same parameters give the same sequence on any chain.
 *
 * @throws {EmptyMixError} if every weight is 0
 */
export const planTraffic = ({ seed, accounts, mix = {} }: TrafficPlanParameters): Generator<TrafficAction, never> => {
  const kinds = (Object.keys(scenarios) as ScenarioKind[])
    .map((kind) => ({
      kind,
      weight: mix[kind] ?? scenarios[kind].weight,
      planner: scenarios[kind].plan({ accounts }) as (random: Random) => unknown,
    }))
    .filter(({ weight }) => weight > 0)
  if (kinds.length === 0) throw new EmptyMixError()
  return generate(kinds, accounts, createRandom(seed))
}

function* generate(kinds: readonly WeightedKind[], accounts: number, random: Random): Generator<TrafficAction, never> {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0)
  for (;;) {
    let roll = random.next() * total
    const chosen = kinds.find(({ weight }) => {
      roll -= weight
      return roll < 0
    })
    if (chosen === undefined) continue
    yield {
      kind: chosen.kind,
      account: random.integer(accounts),
      ...planTip(random),
      parameters: chosen.planner(random),
    } as TrafficAction
  }
}
