import { setFlagsFromString } from 'node:v8'
import type { NodeConfig } from '@outrigger/server'
import { openNode } from '@outrigger/server/internal'
import { toBannerLines, toBreakLines, toFallLines } from '../embedded/banner.ts'
import type { Embedded } from '../embedded/embedded.ts'
import { untilAborted } from '../interrupt.ts'
import type { Output } from '../output/output.ts'
import { startLiveView } from './liveView.ts'
import { openBrowser } from './openBrowser.ts'
import { createRunKey } from './runKey.ts'
import { toAddressLines } from './screen.ts'

/** Leaves two of the five seconds that an interrupted process has for everything else. */
const drainMs = 3_000

export type ServeParameters = {
  readonly config: NodeConfig
  readonly embedded?: Embedded
  /** Whether to open the dashboard in a browser. @default false */
  readonly open?: boolean
  /** Whether to print key and sign-in link if stdout is not a terminal. @default false */
  readonly printKey?: boolean
  readonly output: Output
  readonly signal: AbortSignal
}

/**
 * V8 lets a heap of 120 MB grow to four times its size before it collects. With this, a devnet node with an open dashboard takes
 * 300 MB instead of 540, in the same processor time.
 */
const heapGrowth = '--heap-growing-percent=30'

/** Starts a node, prints its addresses and serves until `signal` aborts. Then revokes the API key of this run and closes the node. */
export async function serveNode(parameters: ServeParameters): Promise<void> {
  const { config, embedded, open = false, printKey = false, output, signal } = parameters
  // A log would overwrite the live view, so `--log` replaces it.
  const live = !output.json && process.stdout.isTTY && config.log === undefined
  setFlagsFromString(heapGrowth)
  await using node = await openNode({ log: live ? 'silent' : 'info', ...config }, {}, { drainMs })
  const key = await createRunKey(node.keys, config.store !== undefined)
  try {
    const addresses = await node.listen()
    const dashboardUrl = toDashboardUrl(addresses.url, node.createSignIn(key.id))
    output.data(
      {
        rest: addresses.url,
        ws: addresses.wsUrl,
        gateway_http: addresses.gatewayUrl,
        gateway_ws: addresses.gatewayWsUrl,
        api_key: key.secret,
      },
      // Above the live view, so that they stay and can be copied.
      () => [
        ...(embedded ? [...toBannerLines(embedded, 3), ''] : []),
        // A log would keep the secrets for all its readers.
        ...(process.stdout.isTTY || printKey
          ? toAddressLines(addresses, { apiKey: key.secret, dashboardUrl })
          : toAddressLines(addresses)),
        ...(live ? [''] : []),
      ],
    )
    // Beside the one line of JSON. Without its scheme, because stderr shows no more than the origin of a URL.
    if (output.json && dashboardUrl !== null) output.note(`Dashboard ${dashboardUrl.replace('http://', '')}`)
    if (open && dashboardUrl !== null) openBrowser(dashboardUrl, output.note)
    const stop = live ? startLiveView({ node, embedded }) : undefined
    if (output.json && embedded) [...toBreakLines(embedded), ...toFallLines(embedded)].forEach(output.note)
    await untilAborted(signal)
    stop?.()
    output.note('Closing …')
  } finally {
    await key.revoke()
  }
}

/**
 * Returns the sign-in link. Its token is in the fragment, which browsers do not send, so the token does not reach any
 * log.
 */
function toDashboardUrl(restUrl: string, token: string | null): string | null {
  return token === null ? null : `${restUrl.replace(/\/api$/, '')}/#sign-in=${token}`
}
