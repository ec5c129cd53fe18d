export { TrafficSendError } from './account.ts'
export { createEtherPrice, type EtherPrice, InvalidEtherChangeError } from './etherPrice.ts'
export { EmptyMixError, planTraffic, type TrafficAction, type TrafficMix, type TrafficPlanParameters } from './plan.ts'
export type { ScenarioKind } from './scenarios/registry.ts'
export {
  startTraffic,
  type Traffic,
  type TrafficParameters,
  type TrafficStats,
} from './traffic.ts'
export { TooFewAccountsError } from './world.ts'
