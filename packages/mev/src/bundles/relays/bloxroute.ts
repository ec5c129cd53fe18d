import { ethRelay, type RelayProfile } from './relayProfile.ts'

/** https://docs.bloxroute.com/eth/submit-bundles: requires an `Authorization` header and replaces bundles only by uuid. */
export const bloxroute: RelayProfile = {
  ...ethRelay,
  name: 'bloxroute',
  urls: { ethereum: 'https://mev.api.blxrbdn.com' },
  dialect: 'blxr',
  cancel: 'emptyBundle',
  uuidField: 'uuid',
  refunds: false,
  signature: 'none',
  needsAccount: true,
  privateMethod: 'blxr_private_tx',
}
