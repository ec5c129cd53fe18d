import type { Scope } from '@outrigger/api/contract'

/** Whether a key with `held` may use what any one of `needed` opens. */
export function classifyAccess(held: readonly Scope[], needed: readonly Scope[]): 'granted' | 'refused' {
  return held.includes('admin:account') || needed.some((scope) => held.includes(scope)) ? 'granted' : 'refused'
}
