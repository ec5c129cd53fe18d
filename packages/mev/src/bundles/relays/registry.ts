import { beaverbuild } from './beaverbuild.ts'
import { bloxroute } from './bloxroute.ts'
import { flashbots } from './flashbots.ts'
import { gnosis } from './gnosis.ts'
import { jetbuilder } from './jetbuilder.ts'
import { quasar } from './quasar.ts'
import type { RelayProfile } from './relayProfile.ts'
import { rsync } from './rsync.ts'
import { titan } from './titan.ts'

/** All supported relays. To add a relay, create a file with its profile and list the profile here. */
export const relayProfiles: readonly RelayProfile[] = [
  flashbots,
  titan,
  beaverbuild,
  rsync,
  bloxroute,
  quasar,
  jetbuilder,
  gnosis,
]
