import { toChainName } from '../../node/chainName.ts'
import { NoUpgradeError } from '../failure.ts'
import { NoGatewayPathError } from './gatewayErrors.ts'

/** The destination of a URL on the gateway's listener. */
export type GatewayRoute =
  | { readonly kind: 'rpc'; readonly chain: string }
  /** `wanted` is the path after `/ethereum/beacon/`, with its query. */
  | { readonly kind: 'beacon'; readonly wanted: string }

/** @throws {NoUpgradeError} a WebSocket path @throws {NoGatewayPathError} */
export function toGatewayRoute(url: string): GatewayRoute {
  const path = toPath(url)
  const slash = path.indexOf('/', 1)
  const chain = toChainName(path.slice(1, slash))
  const rest = path.slice(slash)
  if (rest === '/rpc') return { kind: 'rpc', chain }
  if (rest === '/ws') throw new NoUpgradeError()
  if (chain === 'ethereum' && rest.startsWith('/beacon/'))
    return { kind: 'beacon', wanted: url.slice(slash + '/beacon/'.length) }
  throw new NoGatewayPathError(path)
}

export function toPath(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

/** Whether the path exists only on the REST listener. */
export function isRestPath(path: string): boolean {
  return (
    path === '/' || /^\/(?:api|ws|healthz|livez|readyz|metrics|(?:openapi|asyncapi|openrpc)\.json)(?:\/|$)/.test(path)
  )
}
