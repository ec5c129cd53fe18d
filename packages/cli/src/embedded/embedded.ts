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
  /** Where the first chain listens, the others behind it; 0 takes free ports. @default 0 */
  readonly port?: number
  readonly seed: number
  /** Actions a second on the first chain, a fifth of that on the others; 0 for none. */
  readonly trafficRate: number
  readonly onProgress: (line: string) => void
  /** Ends a start that is under way; once started, `close` is the end. */
  readonly signal: AbortSignal
}

/** Local chains and a beacon node, each behind two endpoints that break on command, with traffic. */
export type Embedded = {
  readonly providers: Required<Pick<NodeConfig, 'chains' | 'beacon'>>
  readonly chains: readonly DevnetChain[]
  readonly mnemonic: string
  readonly accounts: ReturnType<DevnetModules['listAccounts']>
  /** Of the Ethereum chain. */
  readonly contracts: ReturnType<DevnetModules['listContracts']>
  /** Where faults are set. */
  readonly controlUrl: string
  /** Endpoints as the control knows them, e.g. `ethereum-primary`. */
  readonly proxies: readonly string[]
  getTraffic(): { readonly sent: number; readonly failed: number }
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const pastEpochs = 10
const slotsPerEpoch = 32

/** @throws {DevnetMissingError} and what the devnet throws */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { chains: names, blockTimeMs, seed, trafficRate, port = 0, onProgress } = options
  const modules = await loadDevnet()
  options.signal.throwIfAborted()
  const starting = new AbortController()
  const cancel = () => starting.abort(options.signal.reason)
  options.signal.addEventListener('abort', cancel)
  const closers: (() => Promise<void>)[] = []
  const own = <part extends { close(): Promise<void> }>(part: part): part => {
    closers.unshift(part.close)
    return part
  }
  const close = async () => {
    for (const closePart of closers.splice(0)) await closePart()
  }

  const proxies: Record<string, FaultProxy> = {}
  /** Two addresses that break independently of each other. */
  const guard = async (name: string, target: string) => {
    const pair = [`${name}-primary`, `${name}-backup`].map(async (proxy) => {
      proxies[proxy] = own(await modules.createFaultProxy({ target }))
      return proxies[proxy].url
    })
    return { endpoints: await Promise.all(pair) }
  }

  try {
    const devnet = own(
      await modules.startDevnet({ chains: names, blockTimeMs, port, onProgress, signal: starting.signal }),
    )
    const chains = names.map((name) => devnet.chains[name])
    const [first] = chains
    const slotSeconds = Math.max(1, blockTimeMs / 1000)
    const beacon = own(
      await modules.createBeaconServer({
        seed,
        clock: {
          genesisTimeMs: Date.now() - pastEpochs * slotsPerEpoch * slotSeconds * 1000,
          slotSeconds,
          getNowMs: async () => (first ? Number((await first.client.getBlock()).timestamp) * 1000 : Date.now()),
        },
      }),
    )
    const guarded = await Promise.all(
      chains.map(async ({ name, rpcUrl }) => [name, await guard(name, rpcUrl)] as const),
    )
    const guardedBeacon = await guard('beacon', beacon.url)
    const control = own(await modules.createFaultControl(proxies))

    if (trafficRate > 0) onProgress('Starting traffic …')
    const rates = trafficRate === 0 ? [] : chains.map((_, index) => (index === 0 ? trafficRate : trafficRate / 5))
    const traders = modules.toTrafficAccounts(devnet.accounts.traders)
    const traffic = await Promise.all(
      chains
        .slice(0, rates.length)
        .map(async (chain, index) =>
          own(await modules.startTraffic(chain, { seed, accounts: traders, ratePerSecond: rates[index] ?? 0 })),
        ),
    )
    starting.signal.throwIfAborted()
    return {
      providers: { chains: Object.fromEntries(guarded), beacon: guardedBeacon },
      chains,
      mnemonic: modules.mnemonic,
      accounts: modules.listAccounts(),
      contracts: chains.some(({ name }) => name === 'ethereum') ? modules.listContracts() : [],
      controlUrl: control.url,
      proxies: Object.keys(proxies).sort(),
      getTraffic: () => ({
        sent: traffic.reduce((sum, { stats }) => sum + stats.sent, 0),
        failed: traffic.reduce((sum, { stats }) => sum + stats.failed, 0),
      }),
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  } finally {
    options.signal.removeEventListener('abort', cancel)
  }
}
