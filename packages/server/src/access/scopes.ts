import type { Scope } from '@outrigger/api/contract'
import { InsufficientPermissionsError } from './accessErrors.ts'

/** Whether a key with the scopes `held` may use an endpoint that requires any one of `needed`. */
export function classifyAccess(held: readonly Scope[], needed: readonly Scope[]): 'granted' | 'refused' {
  return held.includes('admin:account') || needed.some((scope) => held.includes(scope)) ? 'granted' : 'refused'
}

/** @throws {InsufficientPermissionsError} names the first of `needed` */
export function requireScope(held: readonly Scope[], needed: readonly [Scope, ...Scope[]]): void {
  if (classifyAccess(held, needed) === 'refused') throw new InsufficientPermissionsError(needed[0])
}
