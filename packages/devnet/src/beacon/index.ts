export { type BeaconServer, type BeaconServerParameters, createBeaconServer } from './beaconServer.ts'
export { type BeaconClock, slotsPerEpoch } from './beaconTime.ts'
export { type ValidatorStatus, validatorStatuses } from './validators.ts'
