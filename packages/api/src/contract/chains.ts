type Service = 'gas' | 'unifiedGas' | 'oracle' | 'lending' | 'mempool' | 'swaps' | 'bundles'

/**
 * Every chain of the interface, with the services that it has beside chain data, prices and analytics, which all chains have.
 * A new chain is one line here beside its profile in the core package; a test of the server compares the two lists.
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

type ChainName = keyof typeof services
type ChainWith<service extends Service> = {
  [chain in ChainName]: service extends (typeof services)[chain][number] ? chain : never
}[ChainName]

function chainsWith<service extends Service>(service: service): readonly ChainWith<service>[] {
  const has = (chain: ChainName): chain is ChainWith<service> => services[chain].some((one) => one === service)
  return chainNames.filter(has)
}

/** Every chain the interface takes, by name. */
export const chainNames = Object.keys(services) as readonly ChainName[]
export const gasChains = chainsWith('gas')
/** Chains whose gas price has the form of all families, below `/v1/{chain}/gas`. */
export const unifiedGasChains = chainsWith('unifiedGas')
export const oracleChains = chainsWith('oracle')
export type OracleChain = ChainWith<'oracle'>
export const lendingChains = chainsWith('lending')
export const mempoolChains = chainsWith('mempool')
export const swapChains = chainsWith('swaps')
export const bundleChains = chainsWith('bundles')
