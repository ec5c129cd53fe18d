import type { TrustedProxies } from '../../access/trustedProxies.ts'
import type { NodeConfig } from '../../node/config.ts'
import type { CorsOrigins } from '../cors.ts'
import { type ClientIp, createClientIp } from './clientIp.ts'

/** Returns how the listeners identify their callers, from the configuration. */
export function toCallerSettings({ cors = ['*'], trustedProxies = 0 }: NodeConfig): {
  readonly cors: CorsOrigins
  readonly trustedProxies: TrustedProxies
  readonly clientIp: ClientIp
} {
  return { cors, trustedProxies, clientIp: createClientIp(trustedProxies) }
}
