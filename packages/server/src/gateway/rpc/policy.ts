/** What a node must not do for a caller from outside: its administration, its keys, its clock, and writing to its disk. */
const refusedByDefault = [
  'admin_*',
  'personal_*',
  'miner_*',
  'engine_*',
  'clique_*',
  'les_*',
  'parity_*',
  'wallet_*',
  'anvil_*',
  'hardhat_*',
  'evm_*',
  'ganache_*',
  'tenderly_*',
  // Signing with the node's own accounts.
  'eth_sign*',
  'eth_sendTransaction',
  'eth_sendUnsigned*',
  'eth_submit*',
  'debug_set*',
  'debug_start*',
  'debug_stop*',
  'debug_write*',
  'debug_chaindb*',
  'debug_standardTrace*',
  'debug_backtraceAt',
  'debug_blockProfile',
  'debug_cpuProfile',
  'debug_freeOSMemory',
  'debug_goTrace',
  'debug_mutexProfile',
  'debug_stacks',
  'debug_verbosity',
  'debug_vmodule',
] as const

type Rule = { readonly pattern: RegExp; readonly specificity: number }

function toRule(text: string): Rule {
  const literals = text.split('*')
  return { pattern: new RegExp(`^${literals.join('.*')}$`), specificity: literals.join('').length }
}

function computeSpecificity(rules: readonly Rule[], method: string): number {
  return rules.reduce(
    (best, { pattern, specificity }) => (pattern.test(method) ? Math.max(best, specificity) : best),
    -1,
  )
}

const defaults = refusedByDefault.map(toRule)

export type PolicyOptions = { readonly allowMethods?: readonly string[]; readonly denyMethods?: readonly string[] }

/**
 * Whether a method may pass. A denied one never does; beyond that the more specific of allow list and default refusal
 * decides, the allow list on a tie, so that `*` alone opens nothing that is dangerous.
 */
export function createPolicy({ allowMethods = ['*'], denyMethods = [] }: PolicyOptions): (method: string) => boolean {
  const allowed = allowMethods.map(toRule)
  const denied = denyMethods.map(toRule)
  return (method) => {
    if (computeSpecificity(denied, method) >= 0) return false
    const specificity = computeSpecificity(allowed, method)
    return specificity >= 0 && specificity >= computeSpecificity(defaults, method)
  }
}
