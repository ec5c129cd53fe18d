import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { defineChain, type Hex, hexToBytes } from 'viem'
import { cacheFolder } from '../scripts/cacheFolder.mjs'
import { type Anvil, createAnvil, getAnvilVersion } from './chain/anvil.ts'
import { type DevnetClient, requestAny, toDevnetClient } from './chain/client.ts'
import { mineHistory } from './chain/history.ts'
import { getCachedState, saveState } from './chain/stateCache.ts'
import { type DevnetAccounts, toDevnetAccounts } from './contracts/accounts.ts'
import { multicall3 } from './contracts/addresses.ts'
import { ensureCompiled, ensureFetched } from './contracts/artifacts.ts'
import { type DevnetChainName, chains as definitions } from './contracts/chains.ts'
import { fundEther } from './contracts/deploy/accounts.ts'
import { toDeployer } from './contracts/deployer.ts'

export type DevnetOptions<name extends DevnetChainName = DevnetChainName> = {
  /** @default ['ethereum'] */
  readonly chains?: readonly name[]
  /** Block interval. 0 mines every transaction immediately in its own block. @default 1000 */
  readonly blockTimeMs?: number
  /** Port of the first chain. The others use the next ones. 0 lets the system choose. @default 0 */
  readonly port?: number
  /** Stops the chains when aborted. */
  readonly signal?: AbortSignal
  /** Folder of cached chain states, with which a start takes under two seconds. @default the user's cache folder */
  readonly cacheDir?: string
  /** Called with each step. @default lines on stderr, none when `silent` */
  readonly onProgress?: (message: string) => void
  readonly silent?: boolean
}

export type DevnetChain = {
  readonly name: DevnetChainName
  readonly chainId: number
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly client: DevnetClient
  /** Process id of the chain's anvil. */
  readonly pid: number
}

export type Devnet<name extends DevnetChainName = 'ethereum'> = {
  readonly chains: Readonly<Record<name, DevnetChain>>
  readonly accounts: DevnetAccounts
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Shared by all clones of the repository. The name of a state includes everything it was built from. */
const defaultCacheDir = join(cacheFolder(), 'devnet')

/**
 * Starts local chains with the real contracts of their networks at their real addresses. The first start builds them,
 * later ones load the cached state. Nothing keeps running after `close()`, after `signal` aborts, or after this process
 * ends.
 *
 * @throws {AnvilMissingError | AnvilStartError} if anvil is missing or does not start
 * @throws {FetchContractsError | CompileError | DeployError} if a chain cannot be built
 * @example
 * await using devnet = await startDevnet({ chains: ['ethereum', 'base'] })
 * const block = await devnet.chains.ethereum.client.getBlock()
 */
export async function startDevnet<const name extends DevnetChainName = 'ethereum'>(
  options: DevnetOptions<name> = {},
): Promise<Devnet<name>> {
  const { chains: names = ['ethereum'] as unknown as readonly name[], port = 0 } = options
  const accounts = toDevnetAccounts()
  const started = await Promise.allSettled(
    names.map((name, index) => startChain(name, accounts, { ...options, port: port === 0 ? 0 : port + index })),
  )
  const running = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const close = async () => {
    await Promise.all(running.map(({ anvil }) => anvil.close()))
  }
  const failure = started.find((result) => result.status === 'rejected')
  if (failure) {
    await close()
    options.signal?.throwIfAborted()
    throw failure.reason
  }
  return {
    chains: Object.fromEntries(running.map(({ chain }) => [chain.name, chain])) as Record<name, DevnetChain>,
    accounts,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function startChain(
  name: DevnetChainName,
  accounts: DevnetAccounts,
  options: DevnetOptions,
): Promise<{ chain: DevnetChain; anvil: Anvil }> {
  const { blockTimeMs = 1_000, cacheDir = defaultCacheDir, signal } = options
  const say = options.onProgress ?? (options.silent ? () => {} : (line: string) => process.stderr.write(`${line}\n`))
  const definition = definitions[name]
  const { chainId, gasLimit, baseFeePerGas } = definition
  const stateId = { directory: cacheDir, chain: name, key: getStateKey() }

  let state = await getCachedState(stateId)
  if (!state) {
    const startedAt = performance.now()
    say(`Building the ${definition.title} devnet …`)
    state = await saveState(stateId, await buildState(name, accounts, signal))
    say(`Built the ${definition.title} devnet in ${Math.round(performance.now() - startedAt)} ms`)
  }

  const anvil = await createAnvil({
    chainId,
    port: options.port ?? 0,
    args: [...definition.anvilArgs, '--gas-limit', String(gasLimit), '--load-state', state],
    ...(blockTimeMs === 0 ? {} : { blockTimeMs }),
    ...(signal ? { signal } : {}),
  })
  try {
    const client = toClient(name, anvil)
    const from = accounts.deployer.address
    await client.setLoggingEnabled(false)
    await mineHistory(client, { from, gasLimit, baseFeePerGas, blockTimeMs })
    await definition.refresh(toDeployer(client, from))
    const { rpcUrl, wsUrl, pid } = anvil
    say(`${definition.title} devnet (chain ${chainId}) listens at ${rpcUrl}`)
    return { anvil, chain: { name, chainId, rpcUrl, wsUrl, pid, client } }
  } catch (error) {
    await anvil.close()
    throw error
  }
}

/** Deploys everything on an empty chain and returns its dump for `anvil --load-state`. */
async function buildState(name: DevnetChainName, accounts: DevnetAccounts, signal?: AbortSignal): Promise<Buffer> {
  const { chainId, anvilArgs, gasLimit, build, units } = definitions[name]
  // An hour ago, because later blocks must not be older than the state.
  const timestamp = String(Math.floor(Date.now() / 1_000) - 3_600)
  const args = [...anvilArgs, '--auto-impersonate', '--gas-limit', String(gasLimit), '--timestamp', timestamp]
  await ensureFetched()
  // Starts all compilations. Each deployment waits for its own.
  ensureCompiled(...units).catch(() => {})
  await using anvil = await createAnvil({ chainId, args, ...(signal ? { signal } : {}) })
  const client = toClient(name, anvil)
  await client.setLoggingEnabled(false)
  await fundEther(client, accounts)
  await build(toDeployer(client, accounts.deployer.address), accounts)
  return gunzipSync(hexToBytes(await requestAny<Hex>(client, 'anvil_dumpState')))
}

function toClient(name: DevnetChainName, { rpcUrl, wsUrl }: Anvil): DevnetClient {
  const { chainId, title } = definitions[name]
  const chain = defineChain({
    id: chainId,
    name: `${title} devnet`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl], webSocket: [wsUrl] } },
    contracts: { multicall3: { address: multicall3 } },
  })
  return toDevnetClient(rpcUrl, chain)
}

let stateKey: string | undefined

/** Hashes everything a state is built from: this code, our contracts, the pinned packages and anvil. Computed once per process. */
function getStateKey(): string {
  stateKey ??= computeStateKey()
  return stateKey
}

function computeStateKey(): string {
  const hash = createHash('sha256').update(getAnvilVersion())
  hash.update(readFileSync(new URL('../package.json', import.meta.url)))
  for (const directory of ['./chain/', './contracts/', '../contracts/', '../scripts/']) {
    const url = new URL(directory, import.meta.url)
    for (const file of readdirSync(url, { recursive: true, encoding: 'utf8' }).sort()) {
      if (/(?<!\.test)\.(ts|js|sol|mjs)$/.test(file)) hash.update(readFileSync(new URL(file, url)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
