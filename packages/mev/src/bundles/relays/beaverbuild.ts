import { ethRelay, type RelayProfile } from './relayProfile.ts'

/** https://beaverbuild.org/docs.html: an empty bundle with the same uuid cancels a bundle. */
export const beaverbuild: RelayProfile = {
  ...ethRelay,
  name: 'beaverbuild',
  urls: { ethereum: 'https://rpc.beaverbuild.org' },
  cancel: 'emptyBundle',
  uuidField: 'uuid',
}
