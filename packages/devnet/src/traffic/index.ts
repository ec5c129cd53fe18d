export { TrafficSendError } from './account.ts'
export { planTraffic, type TrafficAction, type TrafficMix, type TrafficPlanParameters } from './plan.ts'
export { type ScenarioKind, scenarios } from './scenarios/registry.ts'
export {
  NoTrafficAccountError,
  startTraffic,
  type Traffic,
  type TrafficParameters,
  type TrafficStats,
} from './traffic.ts'
