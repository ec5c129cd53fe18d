/** A beacon path and the methods it allows. */
export type BeaconPath = {
  /** Path and query as sent to a beacon node. */
  readonly path: string
  readonly isStream: boolean
  readonly methods: readonly ('GET' | 'POST')[]
}

// The parts of the standard API that read. Paths of the key manager and paths specific to one client are not forwarded.
const standard = /^eth\/v\d+\/(?:beacon|builder|config|debug|events|node|validator)(?:\/|$)/
const rooms = /^(?:config|debug|events|node|validator)(?:\/|$)/
const short =
  /^(?:genesis|states|headers|blocks|blinded_blocks|blobs|blob_sidecars|light_client|rewards|deposit_snapshot|pool)(?:\/|$)/
// Since Deneb the standard has these paths only in this version.
const secondVersions =
  /^(?:blocks\/[^/]+(?:\/attestations)?|debug\/beacon\/(?:states\/[^/]+|heads)|pool\/(?:attestations|attester_slashings))$/
const thirdVersions = /^validator\/blocks\//
/** Reads that take their arguments as a body. */
const postedReads =
  /^eth\/v1\/beacon\/(?:states\/[^/]+\/(?:validators|validator_balances|validator_identities)|rewards\/(?:attestations|sync_committee)\/[^/]+)$/

/**
 * Converts the path after `/ethereum/beacon/` to a standard path. Accepts full paths and the short forms `headers/head` and
 * `node/syncing`. Returns null for paths that the gateway does not forward.
 */
export function toBeaconPath(wanted: string): BeaconPath | null {
  const mark = wanted.indexOf('?')
  const given = mark === -1 ? wanted : wanted.slice(0, mark)
  const query = mark === -1 ? '' : wanted.slice(mark)
  // A node could resolve dots and encodings to a different path.
  if (!/^[\w/,.-]+$/.test(given) || /(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(given)) return null
  const path = standard.test(given) ? given : toStandard(given)
  if (path === null) return null
  return {
    path: `/${path}${query}`,
    isStream: path === 'eth/v1/events',
    methods: postedReads.test(path) ? ['GET', 'POST'] : ['GET'],
  }
}

function toStandard(given: string): string | null {
  const version = thirdVersions.test(given) ? 'v3' : secondVersions.test(given) ? 'v2' : 'v1'
  if (rooms.test(given)) return `eth/${version}/${given}`
  return short.test(given) ? `eth/${version}/beacon/${given}` : null
}
