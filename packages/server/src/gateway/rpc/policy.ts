/**
 * Namespaces that read the chain or send signed transactions, from the documentation of Geth, Besu, Erigon, Nethermind, Reth,
 * Nitro, op-geth, op-node, Bor, BSC, zkSync, Linea, Scroll, Polygon zkEVM, Moonbeam, Sonic and of hosted providers. Other
 * namespaces
 * administer a node, its keys, its peers, its consensus or its clock, or might do so in a node that we have not checked.
 */
const served = [
  'eth_*',
  'net_*',
  'web3_*',
  'rpc_modules',
  'txpool_*',
  'trace_*',
  'debug_trace(Transaction|Call|CallMany|BadBlock|Block|BlockByHash|BlockByNumber)',
  'debug_getRaw(Block|Header|Receipts|Transaction)',
  'debug_(getBadBlocks|getModifiedAccountsByHash|getModifiedAccountsByNumber|getAccessibleState|preimage|codeByHash)',
  'debug_(accountAt|accountRange|storageRangeAt|intermediateRoots|executionWitness|executionWitnessByBlockHash)',
  'erigon_*',
  'ots_*',
  'proof_*',
  'reth_get*',
  'arb_get*',
  'arb_(checkPublisherHealth|findBatchContainingBlock|maintenanceStatus)',
  'arbtrace_*',
  'optimism_*',
  'rollup_get*',
  'rollup_gasPrices',
  'scroll_*',
  'linea_(estimateGas|get*)',
  'zks_*',
  'zkevm_*',
  'bor_*',
  'parlia_get*',
  'warp_get*',
  'moon_*',
  'dag_get*',
  'abft_get*',
  'alchemy_(get*|simulate*)',
  'ankr_get*',
  'nr_get*',
  'qn_(get*|fetch*|estimate*)',
] as const

/** Methods in those namespaces that use the node's own accounts, mine, or reveal details of the machine. */
const refused = [
  'eth_sign*',
  'eth_sendTransaction*',
  'eth_sendUnsigned*',
  'eth_resend*',
  'eth_submit*',
  'eth_set*',
  'eth_decrypt*',
  'eth_getEncryptionPublicKey',
  'eth_distributePrivateTransaction',
  'erigon_nodeInfo',
] as const

/** The patterns that decide without settings. */
export const defaultPatterns = { served, refused }

type Rule = { readonly pattern: RegExp; readonly specificity: number }

function toRule(text: string): Rule {
  return { pattern: new RegExp(`^${text.replaceAll('*', '.*')}$`), specificity: text.replaceAll('*', '').length }
}

function computeSpecificity(rules: readonly Rule[], method: string): number {
  return rules.reduce(
    (best, { pattern, specificity }) => (pattern.test(method) ? Math.max(best, specificity) : best),
    -1,
  )
}

const servedRules = served.map(toRule)
const refusedRules = refused.map(toRule)

/** Returns how specific a pattern must be to allow a method that is refused by default, or -1 if the method is not refused. */
function computeRefusal(method: string): number {
  const specificity = computeSpecificity(refusedRules, method)
  if (specificity >= 0 || computeSpecificity(servedRules, method) >= 0) return specificity
  const [namespace] = /^[^_]*_?/.exec(method) ?? ['']
  // Methods of `debug` are allowed one by one, so a pattern for the namespace alone allows none.
  return namespace === 'debug_' ? namespace.length + 1 : namespace.length
}

/**
 * Methods that return the data of another method, or send what it sends. Denying the other method denies these too. Filters of
 * logs return logs of any range.
 */
const sameAs: ReadonlyMap<string, string> = new Map([
  ['eth_newFilter', 'eth_getLogs'],
  ['eth_getFilterLogs', 'eth_getLogs'],
  ['erigon_getLogs', 'eth_getLogs'],
  ['erigon_getLatestLogs', 'eth_getLogs'],
  ['eth_getTransactionReceiptsByBlock', 'eth_getBlockReceipts'],
  ['erigon_getBlockReceiptsByBlockHash', 'eth_getBlockReceipts'],
  ['bor_getTransactionReceiptsByBlock', 'eth_getBlockReceipts'],
  ['alchemy_getTransactionReceipts', 'eth_getBlockReceipts'],
  ['qn_getReceipts', 'eth_getBlockReceipts'],
  ['eth_getRawTransactionByHash', 'debug_getRawTransaction'],
  ['debug_getRawTransaction', 'eth_getRawTransactionByHash'],
  ['eth_sendRawTransactionSync', 'eth_sendRawTransaction'],
  ['eth_sendRawTransactionConditional', 'eth_sendRawTransaction'],
  ['eth_sendPrivateRawTransaction', 'eth_sendRawTransaction'],
  ['eth_sendPrivateTransaction', 'eth_sendRawTransaction'],
])

export type PolicyOptions = { readonly allowMethods?: readonly string[]; readonly denyMethods?: readonly string[] }

/** `data` is a method whose data a call returns under another name. @default the entry of `method` in `sameAs` */
export type Policy = (method: string, data?: string) => boolean

/**
 * Decides whether a method may pass. Denied methods, methods with the same data and invalid names never pass. For others the more
 * specific of allow list and default refusal decides. The allow list wins a tie. `*` alone therefore allows no dangerous method.
 */
export function createPolicy({ allowMethods = ['*'], denyMethods = [] }: PolicyOptions): Policy {
  const allowed = allowMethods.map(toRule)
  const denied = denyMethods.map(toRule)
  const isDenied = (method: string | undefined) => method !== undefined && computeSpecificity(denied, method) >= 0
  return (method, data = sameAs.get(method)) => {
    if (!/^\w+$/.test(method) || isDenied(method) || isDenied(data)) return false
    const specificity = computeSpecificity(allowed, method)
    return specificity >= 0 && specificity >= computeRefusal(method)
  }
}
