type Service = 'gas' | 'unifiedGas' | 'oracle' | 'lending' | 'mempool' | 'swaps' | 'bundles'

/**
 * Every chain of the API and its services. All chains also have chain data, prices and analytics. To add a chain, add one
 * line here and a profile in the core package. A test of the server compares the two lists.
 */
const services = {
  ethereum: ['gas', 'unifiedGas', 'oracle', 'lending', 'mempool', 'swaps', 'bundles'],
  polygon: ['gas', 'unifiedGas', 'oracle', 'lending', 'swaps'],
  arbitrum: ['gas', 'unifiedGas', 'oracle', 'lending', 'mempool', 'swaps'],
  optimism: ['gas', 'unifiedGas', 'oracle', 'lending', 'mempool', 'swaps'],
  base: ['gas', 'unifiedGas', 'oracle', 'lending', 'swaps'],
  avalanche: ['gas', 'unifiedGas', 'oracle', 'swaps'],
  bsc: ['gas'],
  gnosis: ['unifiedGas', 'lending', 'mempool', 'bundles'],
  linea: [],
  scroll: [],
  zksync: [],
  mantle: [],
  celo: [],
  blast: [],
  unichain: [],
  sonic: [],
  berachain: [],
  worldchain: [],
  ink: [],
  moonbeam: [],
  bitcoin: [],
  litecoin: [],
  solana: [],
  starknet: [],
  cosmoshub: [],
  osmosis: [],
} as const satisfies { readonly [chain: string]: readonly Service[] }

/** Name of a chain, as in paths. */
export type ChainName = keyof typeof services
type ChainWith<service extends Service> = {
  [chain in ChainName]: service extends (typeof services)[chain][number] ? chain : never
}[ChainName]

function chainsWith<service extends Service>(service: service): readonly ChainWith<service>[] {
  const has = (chain: ChainName): chain is ChainWith<service> => services[chain].some((one) => one === service)
  return chainNames.filter(has)
}

/** Names of all chains that the API accepts. */
export const chainNames = Object.keys(services) as readonly ChainName[]
export const gasChains = chainsWith('gas')
/** Chains with a gas price under `/v1/{chain}/gas`, in the form that all families share. */
export const unifiedGasChains = chainsWith('unifiedGas')
export const oracleChains = chainsWith('oracle')
export type OracleChain = ChainWith<'oracle'>
export const lendingChains = chainsWith('lending')
export const mempoolChains = chainsWith('mempool')
export const swapChains = chainsWith('swaps')
export const bundleChains = chainsWith('bundles')
