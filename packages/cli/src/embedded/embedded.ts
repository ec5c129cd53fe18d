import type { NodeConfig } from '@outrigger/server'
import { type DevnetModules, loadDevnet } from './devnetModules.ts'

type FaultProxy = Awaited<ReturnType<DevnetModules['createFaultProxy']>>
type Devnet = Awaited<ReturnType<typeof startEveryChain>>
type DevnetChain = Devnet['chains'][DevnetChainName]
export type DevnetChainName = keyof Devnet['chains']

const startEveryChain = (modules: DevnetModules) => modules.startDevnet({ chains: devnetChains })

export const devnetChains = ['ethereum', 'base', 'arbitrum'] as const

export type EmbeddedOptions = {
  /** The first one has the beacon node. */
  readonly chains: readonly DevnetChainName[]
  readonly blockTimeMs: number
  /** Port of the first chain. The other chains use the next ports. 0 picks free ports. @default 0 */
  readonly port?: number
  readonly seed: number
  /** Actions per second on the first chain. The others get a fifth of it. 0 turns traffic off. */
  readonly trafficRate: number
  readonly onProgress: (line: string) => void
  /** Aborts the start. After the start, use `close`. */
  readonly signal: AbortSignal
}

/** Local chains and a beacon node, each behind two endpoints that break on command, with traffic. */
export type Embedded = {
  readonly providers: Required<Pick<NodeConfig, 'chains' | 'beacon' | 'prices' | 'market' | 'analytics'>>
  readonly chains: readonly DevnetChain[]
  readonly mnemonic: string
  readonly accounts: ReturnType<DevnetModules['listAccounts']>
  /** Contracts of the Ethereum chain. */
  readonly contracts: ReturnType<DevnetModules['listContracts']>
  /** URL that sets faults and the ether price. */
  readonly controlUrl: string
  /** Names of the endpoints at `controlUrl`, e.g. `ethereum-primary`. */
  readonly proxies: readonly string[]
  getTraffic(): { readonly sent: number; readonly failed: number }
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** @throws {DevnetMissingError} @throws errors of the devnet */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const modules = await loadDevnet()
  options.signal.throwIfAborted()
  const starting = new AbortController()
  const cancel = () => starting.abort(options.signal.reason)
  options.signal.addEventListener('abort', cancel)
  const owned = createOwned()
  try {
    return await startParts(modules, options, owned, starting.signal)
  } catch (error) {
    await owned.close()
    throw error
  } finally {
    options.signal.removeEventListener('abort', cancel)
  }
}

async function startParts(
  modules: DevnetModules,
  options: EmbeddedOptions,
  owned: Owned,
  signal: AbortSignal,
): Promise<Embedded> {
  const { chains: names, blockTimeMs, port = 0, onProgress } = options
  const devnet = owned.add(await modules.startDevnet({ chains: names, blockTimeMs, port, onProgress, signal }))
  const chains = names.map((name) => devnet.chains[name])
  const beacon = owned.add(await startBeacon(modules, options, chains[0]))
  const proxies = createProxyPairs(modules, owned)
  const guarded = await Promise.all(chains.map(async ({ name, rpcUrl }) => [name, await proxies.add(name, rpcUrl)]))
  const guardedBeacon = await proxies.add('beacon', beacon.url)
  const outside = await startMarkets(modules, owned, chains)
  const traffic = await startTraffics(modules, options, owned, chains, devnet.accounts.traders)
  const lending = names.indexOf('ethereum')
  const ether = chains[lending] && modules.createEtherPrice(chains[lending], devnet.accounts.deployer, traffic[lending])
  const control = owned.add(await modules.createFaultControl(proxies.byName, { ...(ether && { ether }) }))
  signal.throwIfAborted()
  return {
    providers: { chains: Object.fromEntries(guarded), beacon: guardedBeacon, ...outside },
    chains,
    mnemonic: modules.mnemonic,
    accounts: modules.listAccounts(),
    contracts: chains.some(({ name }) => name === 'ethereum') ? modules.listContracts() : [],
    controlUrl: control.url,
    proxies: Object.keys(proxies.byName).sort(),
    getTraffic: () => ({
      sent: traffic.reduce((sum, { stats }) => sum + stats.sent, 0),
      failed: traffic.reduce((sum, { stats }) => sum + stats.failed, 0),
    }),
    close: owned.close,
    [Symbol.asyncDispose]: owned.close,
  }
}

type Owned = ReturnType<typeof createOwned>

/** Creates a list of parts that are closed together, the last one first. */
function createOwned() {
  const closers: (() => Promise<void>)[] = []
  return {
    add<part extends { close(): Promise<void> }>(part: part): part {
      closers.unshift(part.close)
      return part
    },
    async close() {
      for (const closePart of closers.splice(0)) await closePart()
    },
  }
}

const pastEpochs = 10
const slotsPerEpoch = 32

/** Starts a beacon node whose slots follow the timestamps of a chain, or the system clock if there is no chain. */
function startBeacon(modules: DevnetModules, { seed, blockTimeMs }: EmbeddedOptions, chain: DevnetChain | undefined) {
  const slotSeconds = Math.max(1, blockTimeMs / 1000)
  return modules.createBeaconServer({
    seed,
    clock: {
      genesisTimeMs: Date.now() - pastEpochs * slotsPerEpoch * slotSeconds * 1000,
      slotSeconds,
      getNowMs: async () => (chain ? Number((await chain.client.getBlock()).timestamp) * 1000 : Date.now()),
    },
  })
}

/** Starts exchanges and price services with the prices of the Ethereum chain's feeds. Returns the settings that use them. */
async function startMarkets(modules: DevnetModules, owned: Owned, chains: readonly DevnetChain[]) {
  const ethereum = chains.find(({ name }) => name === 'ethereum')
  if (ethereum === undefined) return { prices: {}, market: {}, analytics: {} }
  const { urls } = owned.add(
    await modules.createMarketServer({ getPricesUsd: modules.createFeedPrices(ethereum.client) }),
  )
  const { defillama, coingecko, alternativeme } = urls
  return {
    prices: {
      defillama: { enabled: true, url: defillama },
      coingecko: { enabled: true, url: coingecko },
      exchanges: (['binance', 'coinbase', 'kraken'] as const).map((name) => `${name}=${urls[name]}`),
    },
    market: { defillama: { enabled: true, apiUrl: defillama, yieldsUrl: defillama } },
    analytics: {
      coingecko: { enabled: true, url: coingecko },
      fearAndGreed: { enabled: true, url: alternativeme },
    },
  }
}

/** Creates two proxies for each target, which break independently of each other. */
function createProxyPairs(modules: DevnetModules, owned: Owned) {
  const byName: Record<string, FaultProxy> = {}
  return {
    byName,
    async add(name: string, target: string) {
      const pair = [`${name}-primary`, `${name}-backup`].map(async (proxyName) => {
        const proxy = owned.add(await modules.createFaultProxy({ target }))
        byName[proxyName] = proxy
        return proxy.url
      })
      return { endpoints: await Promise.all(pair) }
    },
  }
}

async function startTraffics(
  modules: DevnetModules,
  { seed, trafficRate, onProgress }: EmbeddedOptions,
  owned: Owned,
  chains: readonly DevnetChain[],
  traders: Devnet['accounts']['traders'],
) {
  if (trafficRate <= 0) return []
  onProgress('Starting traffic …')
  const accounts = modules.toTrafficAccounts(traders)
  return Promise.all(
    chains.map(async (chain, index) => {
      const ratePerSecond = index === 0 ? trafficRate : trafficRate / 5
      return owned.add(await modules.startTraffic(chain, { seed, accounts, ratePerSecond }))
    }),
  )
}
