import {
  type Abi,
  type Address,
  decodeFunctionResult,
  defineChain,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  type Log,
} from 'viem'
import { createAnvil } from './chain/anvil.ts'
import { type DevnetClient, toDevnetClient } from './chain/client.ts'
import { type Artifact, compiledArtifact, ensureCompiled, npmArtifact } from './contracts/artifacts.ts'

export type PairDex = 'uniswap_v2' | 'sushiswap'
export type TickDex = 'uniswap_v3' | 'pancakeswap_v3' | 'uniswap_v4'

/**
 * With `isSwap`, a swap that requests `claimed`, and then one unit more. Otherwise both reserves grow, by `amount` and
 * `claimed`.
 */
export type PairAction = {
  readonly isSwap: boolean
  readonly zeroForOne: boolean
  readonly amount: bigint
  readonly claimed: bigint
}

export type PairOutcome = {
  readonly isAccepted: boolean
  /** Whether the pair would have paid one unit more. */
  readonly isExceeded: boolean
  /** The quote of the router's library. 0 if the library reverts. */
  readonly quoted: bigint
  readonly reserve0: bigint
  readonly reserve1: bigint
}

export type TickPoolSetup = { readonly fee: number; readonly tickSpacing: number; readonly sqrtPriceX96: bigint }

export type TickAction = {
  readonly kind: 'swap' | 'add' | 'remove' | 'setProtocolFee'
  readonly zeroForOne: boolean
  readonly tickLower: number
  readonly tickUpper: number
  readonly amount: bigint
}

/** The result of an action, and the pool after it. A swap is rejected if the pool cannot use the whole input. */
export type TickOutcome = {
  readonly isAccepted: boolean
  readonly amountOut: bigint
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
}

/** The result of a run as a transaction: address and id of the new pool, and all logs. */
export type TrialLogs = { readonly address: Address; readonly id: Hex; readonly logs: readonly Log[] }

/** A chain on which the DEXes' own contracts create a pool and run many actions in one call. */
export type PoolTrials = {
  runPair(dex: PairDex, actions: readonly PairAction[]): Promise<readonly PairOutcome[]>
  runTicks(dex: TickDex, setup: TickPoolSetup, actions: readonly TickAction[]): Promise<readonly TickOutcome[]>
  logPair(dex: PairDex, actions: readonly PairAction[]): Promise<TrialLogs>
  logTicks(dex: TickDex, setup: TickPoolSetup, actions: readonly TickAction[]): Promise<TrialLogs>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const codes = {
  uniswap_v2: () => npmArtifact('@uniswap/v2-core/build/UniswapV2Pair.json'),
  sushiswap: () => compiledArtifact('sushi/UniswapV2Pair'),
  uniswap_v3: () => npmArtifact('@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json'),
  pancakeswap_v3: () => npmArtifact('@pancakeswap/v3-core/artifacts/contracts/PancakeV3Pool.sol/PancakeV3Pool.json'),
} as const
const kinds = ['swap', 'add', 'remove', 'setProtocolFee'] as const
/** Enough for millions of swaps in one call. */
const gasLimit = 10n ** 12n

type Runner = { readonly address: Address; readonly abi: Abi }
type Call = { readonly runner: Runner; readonly args: readonly unknown[] }

/**
 * Starts a chain for pool trials. The pools are the unchanged contracts of npm packages. SushiSwap's pair is compiled.
 *
 * @throws {AnvilMissingError | AnvilStartError | CompileError}
 * @example
 * await using trials = await startPoolTrials()
 * const [outcome] = await trials.runPair('uniswap_v2', [{ isSwap: false, zeroForOne: true, amount: 1_000n, claimed: 1_000n }])
 */
export async function startPoolTrials(): Promise<PoolTrials> {
  await ensureCompiled('own', 'sushi')
  const anvil = await createAnvil({ chainId: 31_337, args: ['--gas-limit', String(gasLimit)] })
  const client = toDevnetClient(anvil.rpcUrl, trialChain(anvil.rpcUrl))
  try {
    const runners = await deployRunners(client)
    const toPairCall = (dex: PairDex, actions: readonly PairAction[]): Call => ({
      runner: runners.pair,
      args: [codes[dex]().bytecode, runners.router, actions],
    })
    const toTickCall = (dex: TickDex, setup: TickPoolSetup, actions: readonly TickAction[]): Call => {
      const { fee, tickSpacing, sqrtPriceX96 } = setup
      const args = [fee, tickSpacing, sqrtPriceX96, actions.map((one) => ({ ...one, kind: kinds.indexOf(one.kind) }))]
      return dex === 'uniswap_v4'
        ? { runner: runners.manager, args }
        : { runner: runners.ticks, args: [codes[dex]().bytecode, ...args] }
    }
    return {
      runPair: async (dex, actions) => (await run(client, toPairCall(dex, actions)))[1] as readonly PairOutcome[],
      runTicks: async (...args) => (await run(client, toTickCall(...args)))[1] as readonly TickOutcome[],
      logPair: (dex, actions) => log(client, toPairCall(dex, actions), null),
      logTicks: (...args) => log(client, toTickCall(...args), args[0] === 'uniswap_v4' ? runners.poolManager : null),
      close: anvil.close,
      [Symbol.asyncDispose]: anvil.close,
    }
  } catch (error) {
    await anvil.close()
    throw error
  }
}

const trialChain = (rpcUrl: string) =>
  defineChain({
    id: 31_337,
    name: 'pool trials',
    rpcUrls: { default: { http: [rpcUrl] } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })

async function deployRunners(client: DevnetClient) {
  const [account] = (await client.request({ method: 'eth_accounts' })) as readonly [Address]
  const deploy = async ({ abi, bytecode }: Artifact, args: readonly unknown[] = []): Promise<Runner> => {
    const hash = await client.deployContract({ account, abi, bytecode, args, gas: 100_000_000n })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    return { address: contractAddress as Address, abi }
  }
  const pair = await deploy(compiledArtifact('own/PairTrials'))
  const ticks = await deploy(compiledArtifact('own/TickTrials'))
  const manager = await deploy(compiledArtifact('own/ManagerTrials'))
  const router = await deploy(npmArtifact('@uniswap/v2-periphery/build/UniswapV2Router02.json'), [account, account])
  const { abi, bytecode } = npmArtifact('@uniswap/v4-core/out/PoolManager.sol/PoolManager.json')
  // The constructor argument is the owner, who may set protocol fees.
  const code = `${bytecode}${manager.address.slice(2).padStart(64, '0')}` as Hex
  const args = [code]
  await client.writeContract({ account, ...manager, functionName: 'deploy', args, gas: 100_000_000n })
  const poolManager = getContractAddress({ from: manager.address, nonce: 1n })
  return { pair, ticks, manager: { ...manager, abi: [...manager.abi, ...abi] }, router: router.address, poolManager }
}

async function run(client: DevnetClient, { runner, args }: Call): Promise<readonly [Hex, unknown]> {
  const data = encodeFunctionData({ abi: runner.abi, functionName: 'run', args })
  const { data: answer = '0x' } = await client.call({ to: runner.address, data, gas: gasLimit })
  return decodeFunctionResult({ abi: runner.abi, functionName: 'run', data: answer }) as readonly [Hex, unknown]
}

/** @param emitter the contract that emits the logs, if it is not the new pool */
async function log(client: DevnetClient, call: Call, emitter: Address | null): Promise<TrialLogs> {
  const [made] = await run(client, call)
  const data = encodeFunctionData({ abi: call.runner.abi, functionName: 'run', args: call.args })
  const [account] = (await client.request({ method: 'eth_accounts' })) as readonly [Address]
  const hash = await client.sendTransaction({ account, to: call.runner.address, data, gas: 10n ** 10n })
  const { logs } = await client.waitForTransactionReceipt({ hash })
  const id = made.toLowerCase() as Hex
  return { address: (emitter ?? id).toLowerCase() as Address, id, logs }
}
